import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  text?: ReactNode
  /** The state is the whole screen, and its title the `h1`. */
  isPage?: boolean
  children?: ReactNode
}

/** An empty state: a sentence, and a link as `children`. */
export const EmptyState = ({ title, text, isPage = false, children }: EmptyStateProps) => (
  <div className={`grid justify-items-center gap-4 px-4 text-center ${isPage ? 'pt-20 md:pt-28' : 'py-16'}`}>
    <Sprig />
    {isPage ? (
      <h1 tabIndex={-1} className="mt-2 text-2xl md:text-3xl">
        {title}
      </h1>
    ) : (
      <p className="font-mincho text-xl tracking-wider text-balance">{title}</p>
    )}
    {text && <p className="max-w-text text-sm text-muted">{text}</p>}
    {children && <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>}
  </div>
)

/** Decoration: a twig with one bud; after an order the bud is open. */
export const Sprig = ({ isOpen = false }: { isOpen?: boolean }) => (
  <svg aria-hidden="true" width="72" height="54" viewBox="0 0 72 54" fill="none" stroke="var(--color-brass)">
    <path d="M4 47C20 43 36 35 51 20" />
    <path d="M23 40.5C19 29 25 18 38 14C40 27 35 36 23 40.5ZM23 40.5L33 22" />
    <path d="M34 34C43 29 55 32 62 42C51 48 39 45 34 34ZM34 34L53 40" />
    {isOpen ? (
      <>
        {[0, 72, 144, 216, 288].map((turn) => (
          <ellipse key={turn} transform={`rotate(${turn} 57 13)`} cx="57" cy="7.6" rx="5.7" ry="5.7" />
        ))}
        <circle cx="57" cy="13" r="3" fill="var(--color-washi)" />
      </>
    ) : (
      <path d="M50 21C45 12 49 4 59 3C66 9 64 19 50 21ZM50 21C53 15 56 10 59 3M47.5 17C52 15 57 16 60 16" />
    )}
  </svg>
)
