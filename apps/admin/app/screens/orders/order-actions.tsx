import type { OrderDetail } from '@kushi/contract/admin/order'
import { isCashOnDelivery } from '@kushi/values/payment-method'
import { hasCashToCollect } from '@kushi/values/shipment'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { formatYenCell } from '../../ui/time.tsx'
import { AddressWishDialog } from './address-wish-dialog.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { DocumentDialog } from './document-dialog.tsx'
import { EvidenceDialog } from './evidence-dialog.tsx'
import { GoodsBackDialog } from './goods-back-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'

const { Form } = formFor<Record<string, never>>()

type OrderDialog = 'address' | 'cancel' | 'goods' | 'refund' | 'receive' | 'document' | 'evidence' | null

/** The actions that are possible for an order now, and why the others are not. */
export function OrderActions({ order }: { order: OrderDetail }) {
  const [open, setOpen] = useState<OrderDialog>(null)
  const mayWrite = useMay('order.write')
  const mayPay = useMay('payment.write')
  const mayExport = useMay('export.personal')
  const { refusals, documents } = order
  const close = () => setOpen(null)
  const canPrint = Object.values(documents).includes(null)
  return (
    <>
      {order.shipping_address !== null && canPrint && (
        <Button look="quiet" onClick={() => setOpen('document')}>
          書類を発行する
        </Button>
      )}
      {order.shipping_address !== null && mayExport && (
        <Button look="quiet" onClick={() => setOpen('evidence')}>
          証拠書類を出力する
        </Button>
      )}
      {mayWrite && refusals.receive === null && <Button onClick={() => setOpen('receive')}>お届け済みにする</Button>}
      {mayWrite && refusals.change === null && (
        <ButtonLink to={`/orders/${order.id}/change`}>内容を変更する</ButtonLink>
      )}
      {mayWrite && refusals.address === null && <Button onClick={() => setOpen('address')}>宛先の変更を頼む</Button>}
      {mayWrite && refusals.replace === null && (
        <ButtonLink to={`/orders/${order.id}/replacement`}>再送・交換する</ButtonLink>
      )}
      {mayWrite && refusals.goods_back === null && (
        <Button onClick={() => setOpen('goods')}>戻った商品を記録する</Button>
      )}
      {mayPay && refusals.refund === null && <Button onClick={() => setOpen('refund')}>返金する</Button>}
      {mayWrite && refusals.cancel === null && (
        <Button look="danger" onClick={() => setOpen('cancel')}>
          キャンセルする
        </Button>
      )}
      {open === 'address' && <AddressWishDialog order={order} onClose={close} />}
      {open === 'cancel' && <CancelDialog order={order} onClose={close} />}
      {open === 'goods' && <GoodsBackDialog order={order} onClose={close} />}
      {open === 'refund' && <RefundDialog order={order} onClose={close} />}
      {open === 'receive' && <ReceiveDialog order={order} onClose={close} />}
      {open === 'evidence' && <EvidenceDialog order={order} onClose={close} />}
      {open === 'document' && <DocumentDialog order={order} onClose={close} />}
    </>
  )
}

/**
 * Without 宛先の変更の依頼, which applies only to a packed order. Without 戻った商品の記録, which applies only to a 再送・交換.
 * 荷物の戻り and 入金 are offered beside the parcels and the payments.
 */
const names: Record<
  Exclude<keyof OrderDetail['refusals'], 'address' | 'goods_back' | 'parcel_back' | 'cash'>,
  string
> = {
  change: '内容の変更',
  cancel: 'キャンセル',
  refund: '返金',
  replace: '再送・交換',
  receive: 'お届け済みの登録',
}

/** Why an action is not offered, in a collapsed list. */
export function Refusals({ refusals }: Pick<OrderDetail, 'refusals'>) {
  const closed = Object.entries(names).flatMap(([name, label]) => {
    const reason = refusals[name as keyof typeof names]
    return reason === null ? [] : [{ label, reason }]
  })
  if (closed.length === 0) return null
  return (
    <details className="mb-4 text-xs">
      <summary className="tap w-fit text-muted">いまはできない操作({closed.length})</summary>
      <ul className="mt-1 grid gap-0.5 pl-4">
        {closed.map(({ label, reason }) => (
          <li key={label}>
            {label}: {reason}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Marks all parcels in transit as お届け済み. */
function ReceiveDialog({ order, onClose }: { order: OrderDetail; onClose(): void }) {
  const { revalidate } = useRevalidator()
  const { shipments, payment_state, payment_method_id, payment_total, subscription, id } = order
  const deliverableCount = shipments.filter(({ status }) => status === 'shipped').length
  const isCashExpected = isCashOnDelivery(payment_method_id) && payment_state === 'authorised'
  const isLast = !shipments.some(({ status }) => status === 'ready' || status === 'packed')
  return (
    <Dialog isOpen onClose={onClose} title="お届け済みにする">
      <p className="mb-4">
        発送中の荷物{deliverableCount}個を、お届け済みにします。
        {isLast &&
          isCashExpected &&
          shipments.some(hasCashToCollect) &&
          `代金引換の ${formatYenCell(payment_total)} を、受け取り済みにします。`}
        {isLast && subscription && '定期便は、次の回に進みます。'}
        元には戻せません。
      </p>
      <Form
        values={{}}
        submit={`荷物${deliverableCount}個をお届け済みにする`}
        done="お届け済みにしました"
        save={async () => {
          await api('POST /admin/v1/orders/{id}/receive', { params: { id }, body: {} })
          onClose()
          await revalidate()
        }}
      >
        {null}
      </Form>
    </Dialog>
  )
}
