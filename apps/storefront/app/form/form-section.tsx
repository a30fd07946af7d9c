import { type ReactNode, useId } from 'react'
import { SectionHeading } from '../ui/heading.tsx'

interface FormSectionProps {
  title: string
  /** Target of a URL fragment. */
  id?: string
  lead?: ReactNode
  children: ReactNode
}

/** A part of the form with its heading. */
export function FormSection({ title, id, lead, children }: FormSectionProps) {
  const headingId = useId()
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className="grid scroll-mt-header grid-cols-1 content-start gap-6 border-t border-line pt-8"
    >
      <div className="grid gap-2">
        <SectionHeading id={headingId}>{title}</SectionHeading>
        {lead && <p className="text-sm text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  )
}
