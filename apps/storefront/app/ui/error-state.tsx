import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface ErrorStateProps {
  /** What happened. */
  title?: string
  /** What to do about it. */
  text: ReactNode
  onRetry?: (() => void) | undefined
  pending?: boolean
  /** The failure is the whole screen, and its title the `h1`. */
  isPage?: boolean
  children?: ReactNode
}

/** Shown for a part of the screen that failed: what happened, what to do, and a retry button. */
export const ErrorState = ({
  title = '表示できませんでした',
  text,
  onRetry,
  pending = false,
  isPage = false,
  children,
}: ErrorStateProps) => (
  <div
    role="alert"
    className={`grid justify-items-center gap-3 px-4 text-center ${isPage ? 'pt-20 md:pt-28' : 'py-16'}`}
  >
    <span className="text-danger">
      <Icon name="alert" size={24} />
    </span>
    {isPage ? (
      <h1 tabIndex={-1} className="text-2xl md:text-3xl">
        {title}
      </h1>
    ) : (
      <p className="font-mincho text-lg tracking-wider">{title}</p>
    )}
    <p className="max-w-text text-sm text-muted">{text}</p>
    <div className="mt-2 flex flex-wrap justify-center gap-3">
      {onRetry && (
        <Button look="secondary" onClick={onRetry} pending={pending}>
          もう一度試す
        </Button>
      )}
      {children}
    </div>
  </div>
)
