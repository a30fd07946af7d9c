import { ORDER_STATUS_NAME } from '@kushi/values/order-status'
import { Link } from 'react-router'
import { quietApi } from '../../../api.ts'
import { formPath } from '../../../state/page-purchase.ts'
import { type PurchaseKind, purchasePath } from '../../../state/purchase-kind.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { ConfirmData } from './load-confirm.ts'
import type { Placing } from './use-place-order.ts'

const titles = {
  unanswered: 'ご注文を確認できませんでした',
  changed: '内容が変わりました',
  refused: 'このままではご注文いただけません',
  key_reused: '先ほどのご注文をご確認ください',
  invalid: 'ご注文いただけませんでした',
  wait: '少し時間をおいてください',
  sheet: 'ご注文は確定していません',
} as const

const link = 'text-link inline-flex min-h-tap items-center'

/** Errors and changes, right above the button. */
export function ConfirmProblems({ data, placing }: { data: ConfirmData; placing: Placing }) {
  const { kind, assessed, refusal } = data
  const { problem } = placing
  const toCart = (
    <Link to={data.page ? formPath(kind, true) : `/cart?tab=${kind}`} className={link}>
      {data.page ? '申し込みページに戻る' : 'カートを見る'}
    </Link>
  )
  return (
    <>
      {refusal && (
        <Notice tone="danger" role="alert" title="ご入力の内容をご確認ください">
          <p>{refusal.message}</p>
          <Link to={formPath(kind, true)} state={{ failures: refusal.failures }} className={link}>
            入力画面に戻って直す
          </Link>
        </Notice>
      )}
      {assessed && assessed.problems.length > 0 && problem?.kind !== 'refused' && (
        <Notice tone="danger" role="alert" title="このままではご注文いただけません">
          {assessed.problems.map(({ product_sku_id, message }) => (
            <p key={product_sku_id}>{message}</p>
          ))}
          {toCart}
        </Notice>
      )}
      {problem && problem.kind !== 'declined' && (
        <Notice
          tone={problem.kind === 'changed' || problem.kind === 'sheet' ? 'warning' : 'danger'}
          role="alert"
          title={titles[problem.kind]}
        >
          <p className="whitespace-pre-line">{problem.message}</p>
          {problem.kind === 'changed' && <p>新しい内容をご確認のうえ、もう一度「注文を確定する」を押してください。</p>}
          {problem.kind === 'refused' && toCart}
          {problem.kind === 'key_reused' && <OrderBefore kind={kind} />}
        </Notice>
      )}
    </>
  )
}

/** Points to an order that an earlier click has created, so that the customer does not order twice by mistake. */
function OrderBefore({ kind }: { kind: PurchaseKind }) {
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
