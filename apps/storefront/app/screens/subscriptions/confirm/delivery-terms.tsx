import type { Subscription } from '@kushi/contract/subscription'
import { addressText } from '@kushi/values/address'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { Phone } from '../../../shell/phone.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'

/** お届け先と時期: address, method and dates. */
export function DeliveryTerms({ after }: { after: Subscription }) {
  const { shipping_address: to } = after
  return (
    <Rows>
      <Row label="次回のお届け" align="start">
        <span className="numeric">{formatDateWithWeekday(after.next_delivery_date)}</span>
        <span className="numeric ml-2 text-sm text-muted">{after.delivery_time ?? '時間帯の指定なし'}</span>
      </Row>
      <Row label="次々回のお届け" align="start">
        <span className="numeric">{formatDateWithWeekday(after.next_next_delivery_date)}</span>
      </Row>
      <Row label="お届け周期" align="start">
        {after.pattern_label}
      </Row>
      <Row label="お届け先" align="start">
        {to.name01} {to.name02} さま
        <br />
        {addressText(to)}
        <br />
        <Phone number={to.phone_number} />
      </Row>
      <Row label="配送方法" align="start">
        {after.delivery_name}
      </Row>
      <Row label="置き配・配送メモ" align="start">
        {to.delivery_notes || 'なし'}
      </Row>
    </Rows>
  )
}
