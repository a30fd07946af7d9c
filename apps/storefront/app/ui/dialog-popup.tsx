import { Dialog as Base } from '@base-ui/react/dialog'
import { dialogLook } from './dialog-look.ts'
import type { DialogProps } from './dialog-props.ts'
import { Icon } from './icon.tsx'

const places = {
  // On a phone at the lower edge, within reach of the thumb.
  centre:
    'max-h-dvh w-full rounded-base max-md:inset-x-0 max-md:bottom-0 max-md:rounded-b-none max-md:pb-[env(safe-area-inset-bottom)] max-md:data-ending-style:translate-y-6 max-md:data-starting-style:translate-y-6 md:top-1/2 md:left-1/2 md:max-w-dialog md:-translate-x-1/2 md:-translate-y-1/2',
  full: 'inset-0 h-dvh w-full',
}

export default function DialogPopup({ open, onClose, title, placement = 'centre', children, actions }: DialogProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-ink/40 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          className={`${dialogLook.popup} data-ending-style:opacity-0 data-starting-style:opacity-0 ${places[placement]}`}
        >
          <div className={dialogLook.head}>
            <Base.Title className={dialogLook.title}>{title}</Base.Title>
            <Base.Close aria-label="閉じる" className={dialogLook.close}>
              <Icon name="close" />
            </Base.Close>
          </div>
          <div className={dialogLook.content}>{children}</div>
          {actions && (
            <div className="flex flex-wrap justify-end gap-3 border-t border-line px-6 py-4 max-md:*:grow">
              {actions}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
