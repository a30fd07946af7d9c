import type { SubscriptionChange } from '@kushi/contract/subscription'

/** Values before and after, line by line. */
export function Changes({ changes, title }: { changes: readonly SubscriptionChange[]; title?: string }) {
  if (changes.length === 0) return null
  return (
    <div className="grid gap-1">
      {title && <p className="font-medium">{title}</p>}
      <dl className="grid gap-2 text-sm">
        {changes.map(({ name, label, before, after }) => (
          <div key={name}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd>
              <span className="text-muted">{before}</span>
              <span aria-hidden="true"> → </span>
              <span className="sr-only">から</span>
              {after}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
