import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { Icon } from './icon.tsx'

interface PageProps {
  title: string
  /** Link to the parent screen. */
  parent?: { to: string; name: string } | undefined
  /** Shown beside the title, always in the same place; at most one primary action. */
  actions?: ReactNode
  lead?: ReactNode
  children: ReactNode
}

/** A screen. Its title takes the focus after navigation, so that a screen reader announces it. */
export function Page({ title, parent, actions, lead, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `pathname` stands for the screen: two of them may have one title
  useEffect(() => {
    document.title = `${title} - 管理画面`
    heading.current?.focus({ preventScroll: true })
  }, [title, pathname])
  return (
    <div className="mx-auto w-full max-w-[1280px] px-4 pt-4 pb-16 md:px-6">
      {parent && (
        <Link to={parent.to} className="mb-1 inline-flex items-center gap-1 text-xs text-muted hover:text-ink">
          <Icon name="left" className="size-3" />
          {parent.name}
        </Link>
      )}
      <header className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 ref={heading} tabIndex={-1} className="mr-auto text-lg">
          {title}
        </h1>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {lead && <p className="mb-4 phrases max-w-[680px] text-muted">{lead}</p>}
      {children}
    </div>
  )
}

/** A part of a screen with its own heading. */
export function Section({ title, lead, actions, children }: Omit<PageProps, 'parent'>) {
  return (
    <section className="mb-6 rounded-base border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-2 has-[+:empty]:border-b-0">
        <h2 className="mr-auto text-base">{title}</h2>
        {actions}
        {lead && <p className="phrases w-full text-muted text-xs">{lead}</p>}
      </header>
      <div className="p-4 empty:hidden">{children}</div>
    </section>
  )
}

/** An empty state: a sentence, and the first step. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-12 text-center text-muted">
      <p className="phrases max-w-[480px]">{children}</p>
      {action}
    </div>
  )
}
