import type { OrderDetail } from '@kushi/contract/admin/order'
import { CARRIER_NAME } from '@kushi/values/carrier'
import { isPaidAtDoor } from '@kushi/values/payment-method'
import { itemPieces } from '@kushi/values/product'
import { SHIPMENT_STATUS_NAME } from '@kushi/values/shipment'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { sayDate } from '../../ui/time.tsx'
import { ReasonField } from './reason-field.tsx'

const tones = {
  ready: 'quiet',
  packed: 'quiet',
  shipped: 'good',
  received: 'good',
  returned: 'attention',
  cancelled: 'quiet',
} as const

/** お荷物 of an order. */
export function OrderParcels({ order }: { order: OrderDetail }) {
  const { shipments, refusals } = order
  const [back, setBack] = useState<string | null>(null)
  const mayTakeBack = useMay('order.write') && refusals.parcel_back === null
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
                {parcel.shipped_on && `${sayDate(parcel.shipped_on)}発送`}
                {parcel.received_on && `・${sayDate(parcel.received_on)}お届け済み`}
              </span>
            </p>
            <p className="text-muted text-xs">{parcel.items.map(itemPieces).join('、')}</p>
            {mayTakeBack && parcel.status === 'shipped' && (
              <Button onClick={() => setBack(parcel.shipment_no)}>戻りを記録する</Button>
            )}
          </li>
        ))}
      </ul>
      {back && <ParcelBackDialog order={order} shipment_no={back} onClose={() => setBack(null)} />}
    </Section>
  )
}

/** 荷物の戻り (受取拒否, 宛先不明) of one parcel. */
function ParcelBackDialog({
  order,
  shipment_no,
  onClose,
}: {
  order: OrderDetail
  shipment_no: string
  onClose(): void
}) {
  const { revalidate } = useRevalidator()
  return (
    <Dialog isOpen onClose={onClose} title="荷物の戻りを記録する">
      <p className="mb-4">
        荷物 {shipment_no} が、受取拒否などで戻ったことを記録します。元には戻せません。
        {isPaidAtDoor(order) &&
          '代引の代金は、まだ送り状を作っていない荷物があれば、そちらで回収します。作ったあとの荷物は、バッチから抜いて作り直してください。'}
        在庫は変わりません。
      </p>
      <Form<{ decision_reason: string }>
        values={{ decision_reason: '' }}
        submit="戻りを記録する"
        done="荷物の戻りを記録しました"
        save={async (body) => {
          await api('POST /admin/v1/orders/{id}/parcels/{shipment_no}/back', {
            ...{ params: { id: order.id, shipment_no }, body },
          })
          onClose()
          await revalidate()
        }}
      >
        <ReasonField />
      </Form>
    </Dialog>
  )
}
