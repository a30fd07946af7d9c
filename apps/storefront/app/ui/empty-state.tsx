import type { ReactNode } from 'react'

/** Nothing here: a sentence, and a way out as `children`. */
export const EmptyState = ({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) => (
  <div className="grid justify-items-center gap-4 px-4 py-16 text-center">
    <span aria-hidden="true" className="h-8 w-px bg-brass" />
    <p className="font-mincho text-lg tracking-wider">{title}</p>
    {text && <p className="phrases max-w-text text-sm text-muted">{text}</p>}
    {children && <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>}
  </div>
)
