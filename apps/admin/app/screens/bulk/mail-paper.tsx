interface MailPaperProps {
  label: string
  subject: string
  text: string
}

/** A mail as the recipient sees it. */
export function MailPaper({ label, subject, text }: MailPaperProps) {
  return (
    <section aria-label={label} className="mb-4 min-w-0">
      <p className="mb-1 font-medium text-xs">{label}</p>
      <div className="rounded-base border border-line bg-surface">
        <p className="border-line border-b px-4 py-2 font-medium">{subject || '(件名)'}</p>
        <p className="wrap-anywhere min-h-[80px] whitespace-pre-wrap px-4 py-3">{text}</p>
      </div>
    </section>
  )
}
