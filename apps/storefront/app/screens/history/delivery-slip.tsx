import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useDocument } from './use-document.ts'

/** 納品書, which is the shop's qualified invoice too. */
export function DeliverySlip({ order_no }: { order_no: string }) {
  const { save, isPending, error } = useDocument(order_no, 'delivery-slip')
  return (
    <div className="grid justify-items-start gap-3">
      {error && (
        <Notice tone="danger" role="alert">
          {error.message}
        </Notice>
      )}
      <Button look="secondary" pending={isPending} onClick={() => void save()}>
        納品書(PDF)をダウンロードする
      </Button>
      <p className="text-xs text-muted">適格請求書(インボイス)としてご利用いただけます。</p>
    </div>
  )
}
