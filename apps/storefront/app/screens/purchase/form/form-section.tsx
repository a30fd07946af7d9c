import { type ReactNode, useId } from 'react'
import { SectionHeading } from '../../../ui/heading.tsx'

interface FormSectionProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** A part of the form under its heading. */
export function FormSection({ title, lead, children }: FormSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid content-start gap-6 border-t border-line pt-8">
      <div className="grid gap-2">
        <SectionHeading id={id}>{title}</SectionHeading>
        {lead && <p className="text-sm text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  )
}
