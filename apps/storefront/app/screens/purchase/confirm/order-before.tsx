import { ORDER_STATUS_NAME } from '@kushi/values/order-status'
import { Link } from 'react-router'
import { quietApi } from '../../../api.ts'
import { type PurchaseKind, purchasePath } from '../../../state/purchase-kind.ts'
import { useAnswer } from '../../../state/use-answer.ts'

/** The order that an earlier press had made after all, so that it is not ordered twice by mistake. */
export function OrderBefore({ kind }: { kind: PurchaseKind }) {
  const { data } = useAnswer('latest', (signal) =>
    quietApi('GET /v1/order/public/list', { query: { per_page: 1 } }, { signal }),
  )
  const order = data?.items[0]
  return (
    <>
      {order && (
        <p className="numeric">
          ご注文番号 {order.order_no} は「{ORDER_STATUS_NAME[order.status]}」です。
          <Link
            to={`${purchasePath(kind, 'complete')}?order_no=${order.order_no}`}
            className="text-link inline-flex min-h-tap items-center"
          >
            このご注文を見る
          </Link>
        </p>
      )}
      <p>表示中の内容で新しく注文する場合は、もう一度「注文を確定する」を押してください。</p>
    </>
  )
}
