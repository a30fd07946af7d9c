import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Placing } from './use-place-order.ts'

interface OrderUnderWayProps {
  order_no: string
  placing: Placing
}

/** An earlier press has led to the card company, and nobody came back from there. */
export const OrderUnderWay = ({ order_no, placing }: OrderUnderWayProps) => (
  <Notice tone="warning" title="お支払いの途中のご注文があります">
    <p className="numeric">{`ご注文番号 ${order_no} の本人認証が、まだ終わっていません。`}</p>
    <p>続きから進めるか、下でカードを入力し直してご注文ください。二重に請求されることはありません。</p>
    <div className="mt-2">
      <Button look="secondary" pending={placing.isPlacing} onClick={placing.resume}>
        本人認証に進む
      </Button>
    </div>
  </Notice>
)
