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
  children?: ReactNode
}

/** Shown for a part of the screen that failed: what happened, what to do, and a retry button. */
export const ErrorState = ({
  title = '表示できませんでした',
  text,
  onRetry,
  pending = false,
  children,
}: ErrorStateProps) => (
  <div role="alert" className="grid justify-items-center gap-3 px-4 py-16 text-center">
    <span className="text-danger">
      <Icon name="alert" size={24} />
    </span>
    <p className="font-mincho text-lg tracking-wider">{title}</p>
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
