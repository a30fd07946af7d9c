import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

interface RetryLaterProps {
  open: boolean
  text: string
  isPending: boolean
  onRetry: () => void
  onClose: () => void
}

/** Another change or the charge itself is in progress (50002). The choice is kept for the retry. */
export const RetryLater = ({ open, text, isPending, onRetry, onClose }: RetryLaterProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    title="ただいま変更できません"
    actions={
      <>
        <Button look="secondary" onClick={onClose}>
          戻る
        </Button>
        <Button pending={isPending} onClick={onRetry}>
          もう一度試す
        </Button>
      </>
    }
  >
    <div className="grid gap-2 text-sm" role="alert">
      <p>{text}</p>
      <p className="text-muted">お選びになったお支払い方法は、そのまま残っています。</p>
    </div>
  </Dialog>
)
