import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useEffect } from 'react'
import { Icon } from './icon.tsx'

interface DialogProps {
  isOpen: boolean
  onClose(): void
  title: string
  children: ReactNode
}

export function Dialog({ isOpen, onClose, title, children }: DialogProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-30 bg-black/40" />
        <Base.Popup className="fixed top-1/2 z-30 left-1/2 max-h-[85dvh] w-[min(560px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-base border border-line bg-surface p-4 shadow-float">
          <div className="mb-3 flex items-center">
            <Base.Title className="mr-auto text-base">{title}</Base.Title>
            <Base.Close aria-label="閉じる" className="tap p-1">
              <Icon name="close" />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** The layout of screens without a session: one centred column. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
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
    <p
      role="alert"
      className="whitespace-pre-line rounded-base border border-danger bg-danger-tint px-3 py-2 text-danger text-xs"
    >
      {children}
    </p>
  )
}
