import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Placing } from './use-place-order.ts'

interface OrderUnderWayProps {
  order_no: string
  isCard: boolean
  placing: Placing
}

/** An earlier press has led to the card company, or to a provider that did not answer, and it is not over. */
export const OrderUnderWay = ({ order_no, isCard, placing }: OrderUnderWayProps) => (
  <Notice tone="warning" title="お支払いの途中のご注文があります">
    <p className="numeric">{`ご注文番号 ${order_no} の${isCard ? '本人認証' : 'お手続き'}が、まだ終わっていません。`}</p>
    <p>
      {isCard
        ? '続きから進めるか、下でカードを入力し直してご注文ください。二重に請求されることはありません。'
        : '続きからお進みください。二重に請求されることはありません。'}
    </p>
    <div className="mt-2">
      <Button look="secondary" pending={placing.isPlacing} onClick={placing.resume}>
        {isCard ? '本人認証に進む' : '続きから進める'}
      </Button>
    </div>
  </Notice>
)
