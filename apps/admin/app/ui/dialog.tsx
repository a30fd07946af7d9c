import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
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
