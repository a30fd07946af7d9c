import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { SectionHeading } from '../ui/heading.tsx'

interface ConfirmSectionProps {
  title: string
  /** Path where this part can be changed. No input is lost. */
  changeAt?: string
  children: ReactNode
}

/** One part of a confirmation screen. */
export function ConfirmSection({ title, changeAt, children }: ConfirmSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div className="flex items-center justify-between gap-4">
        <SectionHeading id={id}>{title}</SectionHeading>
        {changeAt && (
          <Link to={changeAt} className="text-link -mr-2 inline-flex min-h-tap items-center px-2 text-sm">
            変更する<span className="sr-only">({title})</span>
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
