import type { Subscription, SubscriptionChange } from '@kushi/contract/subscription'
import { itemName } from '@kushi/values/product'
import { setContentsText } from '@kushi/values/product-set'

interface BeforeAfterProps {
  before: Subscription
  after: Subscription
  changes: readonly SubscriptionChange[]
}

/** 変更前・変更後 side by side, one change per row. Two columns of text also fit on a phone. */
export const BeforeAfter = ({ before, after, changes }: BeforeAfterProps) => (
  <ul className="divide-y divide-line border-y border-line">
    {changes.map(({ name, label, ...text }) => (
      <li key={name} className="grid gap-2 py-4">
        <h3 className="font-gothic text-sm font-medium tracking-normal">{label}</h3>
        <dl className="grid grid-cols-2 gap-4 text-sm">
          <Side label="変更前" lines={name === 'items' ? itemLines(before) : [text.before]} isOld />
          <Side label="変更後" lines={name === 'items' ? itemLines(after) : [text.after]} />
        </dl>
      </li>
    ))}
  </ul>
)

const itemLines = ({ subscription_order_item: items }: Subscription) =>
  items.map((item) => {
    const contents = item.parts.length > 0 ? `(${setContentsText(item.parts)})` : ''
    // Non-breaking spaces keep the number together with its sign.
    return `${itemName(item)}\u00a0×\u00a0${item.quantity}${contents}${item.is_one_time ? '(今回のみ)' : item.is_left_out ? '(今回だけ除く)' : ''}`
  })

const Side = ({ label, lines, isOld = false }: { label: string; lines: readonly string[]; isOld?: boolean }) => (
  <div className={`grid content-start gap-1 ${isOld ? 'text-muted' : 'border-l border-brass pl-4'}`}>
    <dt className="text-xs text-muted">{label}</dt>
    {lines.map((line) => (
      <dd key={line} className={`numeric ${isOld ? '' : 'font-medium'}`}>
        {line}
      </dd>
    ))}
  </div>
)
