import type { Order } from '@kushi/contract/order'
import type { DocumentType } from '@kushi/values/document'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useDocument } from './use-document.ts'

interface DocumentDownloadProps {
  order: Pick<Order, 'order_no' | 'replacement_kind'>
  type: Exclude<DocumentType, 'receipt'>
}

const texts: Record<DocumentDownloadProps['type'], { label: string; note: string }> = {
  'delivery-slip': { label: '納品書(PDF)をダウンロードする', note: '適格請求書(インボイス)としてご利用いただけます。' },
  statement: {
    label: 'ご利用明細(PDF)をダウンロードする',
    note: '発送の前の明細です。領収書と適格請求書は、発送のあとに発行できます。',
  },
  'return-invoice': {
    label: '適格返還請求書(PDF)をダウンロードする',
    note: '返品・返金の金額と、その消費税額を記載しています。',
  },
}

/** ご利用明細, 納品書, which is also the shop's qualified invoice, and 適格返還請求書: nothing to fill in. */
export function DocumentDownload({ order, type }: DocumentDownloadProps) {
  const { save, isPending, error } = useDocument(order.order_no, type)
  return (
    <div className="grid justify-items-start gap-3">
      {error && (
        <Notice tone="danger" role="alert">
          {error.message}
        </Notice>
      )}
      <Button look="secondary" pending={isPending} onClick={() => void save()}>
        {texts[type].label}
      </Button>
      <p className="text-xs text-muted">
        {order.replacement_kind === null ? texts[type].note : 'お送りする商品を記載しています。'}
      </p>
    </div>
  )
}
