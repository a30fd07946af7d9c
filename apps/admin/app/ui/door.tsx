import { type ReactNode, useEffect } from 'react'

/** The layout of screens without a session: one centred column. */
export function Door({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <main className="mx-auto flex min-h-dvh max-w-[400px] flex-col justify-center px-4 py-12">
      <p aria-hidden="true" className="mb-2 text-center font-mincho text-brass text-xl">
        櫛
      </p>
      <h1 className="mb-6 text-center text-lg">{title}</h1>
      <div className="rounded-base border border-line bg-surface p-6">{children}</div>
    </main>
  )
}

/** An error message that screen readers announce at once. */
export function Refusal({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <p role="alert" className="rounded-base border border-danger bg-danger-tint px-3 py-2 text-danger text-xs">
      {children}
    </p>
  )
}
