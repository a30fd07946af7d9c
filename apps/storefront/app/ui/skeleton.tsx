import type { ReactNode } from 'react'

/** A grey placeholder of the size of the content. `className` sets the size. */
export const Skeleton = ({ className }: { className: string }) => (
  <span aria-hidden="true" className={`block animate-breathe rounded-base bg-sand ${className}`} />
)

/** Wraps skeletons, and announces once in words that the screen is loading. */
export const Loading = ({ children }: { children: ReactNode }) => (
  <div role="status" className="grid gap-4">
    <span className="sr-only">読み込んでいます</span>
    {children}
  </div>
)
