import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Change } from './use-change.ts'

const titles: Record<string, string> = {
  ERROR_SUBSCRIPTION_CHANGED: 'ほかの画面または端末で、先に変更されました',
  ERROR_SUBSCRIPTION_ARRANGED: 'いまは変更できません',
  ERROR_SUBSCRIPTION_PAUSED: 'この定期便は休止中です',
  ERROR_SUBSCRIPTION_CHANGE_IN_PROGRESS: 'いまは変更できません',
  ERROR_SUBSCRIPTION_HAS_ALREADY_BEEN_CANCEL: 'この定期便は、すでに解約されています',
}

/**
 * Why the change was rejected. If the subscription has changed in the meantime, offers a reload (a new amount is shown
 * already, and a promotion that is over changes nothing). The input is kept.
 */
export function Refusal({ change: { refusal, reload, isPending } }: { change: Change }) {
  if (!refusal) return null
  const isOutdated = refusal.status === 409
  const changes = refusal.error === 'ERROR_SUBSCRIPTION_CHANGED' ? refusal.fields : []
  return (
    <Notice tone={isOutdated ? 'warning' : 'danger'} role="alert" {...title(titles[refusal.error])}>
      {changes.length > 0 ? (
        <ul className="grid gap-1">
          {changes.map(({ path, message }) => (
            <li key={`${path}${message}`}>{message}</li>
          ))}
        </ul>
      ) : (
        <p>{refusal.message}</p>
      )}
      {isOutdated && !unchanged.includes(refusal.error) && (
        <div className="pt-3">
          <Button look="secondary" pending={isPending} onClick={() => void reload()}>
            新しい内容を読み込む
          </Button>
        </div>
      )}
    </Notice>
  )
}

const unchanged = ['ERROR_AMOUNT_CHANGED', 'ERROR_PROMOTION_ENDED']

const title = (text: string | undefined) => (text === undefined ? {} : { title: text })
