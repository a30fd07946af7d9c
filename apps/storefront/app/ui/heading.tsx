import type { ReactNode } from 'react'

interface PageHeadingProps {
  children: ReactNode
  lead?: ReactNode
  /** The breadcrumbs already keep it away from the header. */
  isBelowCrumbs?: boolean
}

/** The only `h1` of a screen. It takes the focus after a navigation, so that a screen reader starts there. */
export const PageHeading = ({ children, lead, isBelowCrumbs = false }: PageHeadingProps) => (
  <div className={`grid gap-3 ${isBelowCrumbs ? 'pt-3 pb-8 md:pt-6 md:pb-10' : 'py-8 md:pt-14 md:pb-10'}`}>
    <h1 tabIndex={-1} className="text-2xl md:text-3xl">
      {children}
    </h1>
    {lead && <p className="max-w-text text-sm text-muted">{lead}</p>}
  </div>
)

/** The heading of a part of a screen. */
export const SectionHeading = ({ children, id }: { children: ReactNode; id?: string }) => (
  <h2 id={id} className="flex items-center gap-3 text-lg">
    <span aria-hidden="true" className="h-5 w-px bg-brass" />
    {children}
  </h2>
)
