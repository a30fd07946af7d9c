import type { OrderDetail } from '@kushi/contract/admin/order'
import { CARRIER_NAME } from '@kushi/values/carrier'
import { collectsCashAtDoor } from '@kushi/values/payment-method'
import { itemPiecesText } from '@kushi/values/product'
import { SHIPMENT_STATUS_NAME } from '@kushi/values/shipment'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { formatDate } from '../../ui/time.tsx'
import { ReasonField } from './reason-field.tsx'

const { Form, CheckField } = formFor<{ is_unpaid: boolean; decision_reason: string }>()

const tones = {
  ready: 'quiet',
  packed: 'quiet',
  shipped: 'good',
  received: 'good',
  returned: 'attention',
  cancelled: 'quiet',
} as const

type Parcel = OrderDetail['shipments'][number]

/** 代引 of a parcel that counts as received: it may have been paid. */
const mayBePaid = ({ status, collects_cash }: Parcel) => status === 'received' && collects_cash !== false

/** お荷物 of an order. */
export function OrderParcels({ order }: { order: OrderDetail }) {
  const { shipments, refusals } = order
  const [returnedParcel, setReturnedParcel] = useState<Parcel | null>(null)
  const mayWrite = useMay('order.write')
  const mayPay = useMay('payment.write')
  const isReturnable = (parcel: Parcel) =>
    mayWrite &&
    refusals.parcel_back === null &&
    (parcel.status === 'shipped' ||
      (parcel.status === 'received' && collectsCashAtDoor(order) && (mayPay || !mayBePaid(parcel))))
  return (
    <Section title="荷物">
      {shipments.length === 0 && <p className="text-muted text-xs">荷物は、出荷の作業を始めるとできます。</p>}
      <ul className="grid gap-3">
        {shipments.map((parcel) => (
          <li key={parcel.shipment_no} className="border-line border-b pb-2 last:border-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-2">
              <span className="numeric">{parcel.shipment_no}</span>
              <State tone={tones[parcel.status]}>{SHIPMENT_STATUS_NAME[parcel.status]}</State>
              {parcel.collects_cash !== null && (
                <span className="text-xs">{parcel.collects_cash ? '代引の金額あり' : '代引の金額なし'}</span>
              )}
              {parcel.carrier && (
                <span>
                  {CARRIER_NAME[parcel.carrier]}{' '}
                  {parcel.tracking_url ? (
                    <a className="numeric text-link" href={parcel.tracking_url} target="_blank" rel="noreferrer">
                      {parcel.tracking_no}
                    </a>
                  ) : (
                    parcel.tracking_no
                  )}
                </span>
              )}
              <span className="text-muted text-xs">
                {parcel.shipped_on && `${formatDate(parcel.shipped_on)}発送`}
                {parcel.received_on && `・${formatDate(parcel.received_on)}お届け済み`}
              </span>
            </p>
            <p className="text-muted text-xs">{parcel.items.map(itemPiecesText).join('、')}</p>
            {isReturnable(parcel) && <Button onClick={() => setReturnedParcel(parcel)}>戻りを記録する</Button>}
          </li>
        ))}
      </ul>
      {returnedParcel && (
        <ParcelBackDialog order={order} parcel={returnedParcel} onClose={() => setReturnedParcel(null)} />
      )}
    </Section>
  )
}

/** 荷物の戻り (受取拒否, 宛先不明) of one parcel. */
function ParcelBackDialog({ order, parcel, onClose }: { order: OrderDetail; parcel: Parcel; onClose(): void }) {
  const { revalidate } = useRevalidator()
  const { shipment_no } = parcel
  return (
    <Dialog isOpen onClose={onClose} title="荷物の戻りを記録する">
      <p className="mb-4">
        荷物 {shipment_no} が、受取拒否などで戻ったことを記録します。元には戻せません。
        {collectsCashAtDoor(order) &&
          '代引の代金は、まだ送り状を作っていない荷物があれば、そちらで回収します。作ったあとの荷物は、出荷を止めて作り直してください。'}
        在庫は変わりません。
      </p>
      <Form
        values={{ is_unpaid: false, decision_reason: '' }}
        submit="戻りを記録する"
        done="荷物の戻りを記録しました"
        save={async (body) => {
          await api('POST /admin/v1/orders/{id}/parcels/{shipment_no}/back', {
            params: { id: order.id, shipment_no },
            body,
          })
          onClose()
          await revalidate()
        }}
      >
        {mayBePaid(parcel) && collectsCashAtDoor(order) && (
          <CheckField
            name="is_unpaid"
            label="代引の代金を受け取っていないことを、配送会社に確かめました"
            hint="お届け済みのため回収済みと記録した代金は、まだ回収されていないことに戻ります。"
          />
        )}
        <ReasonField />
      </Form>
    </Dialog>
  )
}
