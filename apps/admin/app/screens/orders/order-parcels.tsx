import type { OrderDetail } from '@kushi/contract/admin/order'
import { CARRIER_NAME } from '@kushi/values/carrier'
import { SHIPMENT_STATUS_NAME } from '@kushi/values/shipment'
import { itemPieces } from '@kushi/values/variant'
import { Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { sayDate } from '../../ui/time.tsx'

const tones = {
  ready: 'quiet',
  packed: 'quiet',
  shipped: 'good',
  received: 'good',
  returned: 'attention',
  cancelled: 'quiet',
} as const

/** お荷物 of an order. */
export function OrderParcels({ order: { shipments } }: { order: OrderDetail }) {
  return (
    <Section title="荷物">
      {shipments.length === 0 && <p className="text-muted text-xs">荷物は、出荷の作業を始めるとできます。</p>}
      <ul className="grid gap-3">
        {shipments.map((parcel) => (
          <li key={parcel.shipment_no} className="border-line border-b pb-2 last:border-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-2">
              <span className="numeric">{parcel.shipment_no}</span>
              <State tone={tones[parcel.status]}>{SHIPMENT_STATUS_NAME[parcel.status]}</State>
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
          </li>
        ))}
      </ul>
    </Section>
  )
}
