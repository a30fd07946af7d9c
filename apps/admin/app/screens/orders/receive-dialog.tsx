import type { OrderDetail } from '@kushi/contract/admin/order'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { sayYen } from '../../ui/time.tsx'

/** Marks all parcels in transit as お届け済み. */
export function ReceiveDialog({ order, onClose }: { order: OrderDetail; onClose(): void }) {
  const { revalidate } = useRevalidator()
  const { shipments, payment_state, payment_method_id, payment_total, subscription, id } = order
  const due = shipments.filter(({ status }) => status === 'shipped').length
  const isCash = payment_method_id === null && payment_state === 'authorised'
  const isLast = !shipments.some(({ status }) => status === 'ready' || status === 'packed')
  const isCollected = shipments.some(({ status, collects_cash }) => status !== 'returned' && collects_cash !== false)
  return (
    <Dialog isOpen onClose={onClose} title="お届け済みにする">
      <p className="mb-4">
        発送中の荷物{due}個を、お届け済みにします。
        {isLast && isCash && isCollected && `代金引換の ${sayYen(payment_total)} を、受け取り済みにします。`}
        {isLast && subscription && '定期便は、次の回に進みます。'}
        元には戻せません。
      </p>
      <Form<Record<string, never>>
        values={{}}
        submit={`荷物${due}個をお届け済みにする`}
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
