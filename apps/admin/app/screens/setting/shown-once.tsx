import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface ShownOnceProps {
  title: string
  secret: string | null
  children: ReactNode
  onClose(): void
}

/** Shows a secret to the operator only once, so that it can be copied. */
export function ShownOnce({ title, secret, children, onClose }: ShownOnceProps) {
  return (
    <Dialog isOpen={secret !== null} onClose={onClose} title={title}>
      <p className="mb-2">{children}この画面を閉じると、二度と表示できません。</p>
      <p className="mb-4 select-all break-all rounded-base border border-line bg-sand px-3 py-2 font-mono">{secret}</p>
      <div className="flex justify-end">
        <Button look="primary" onClick={onClose}>
          控えました
        </Button>
      </div>
    </Dialog>
  )
}
