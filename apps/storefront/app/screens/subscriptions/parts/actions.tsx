import type { Subscription } from '@kushi/contract/subscription'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { preloadDialog } from '../../../ui/dialog.tsx'
import type { SubscriptionAction } from '../manage/use-change.ts'

interface ActionsProps {
  subscription: Subscription
  /** There is more than one delivery method. */
  hasMethods?: boolean
  onAction: (action: SubscriptionAction) => void
}

const look = 'inline-flex min-h-tap items-center text-left text-link'

/** The possible actions, the most frequent first. Impossible ones are hidden. */
export function Actions({ subscription: { id, can }, hasMethods = false, onAction }: ActionsProps) {
  const editLink = (part: string, label: string) => (
    <Action key={part}>
      <Link to={`/mypage/subscriptions/${id}/edit#${part}`} className={look}>
        {label}
      </Link>
    </Action>
  )
  const actionButton = (action: SubscriptionAction, label: string) => (
    <Action key={action}>
      <button
        type="button"
        className={look}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => onAction(action)}
      >
        {label}
      </button>
    </Action>
  )
  const actions = [
    can.update && editLink('dates', 'お届け日を変更'),
    can.skip && actionButton('skip', '次回をお休み'),
    can.update && editLink('pattern', 'お届け周期を変更'),
    can.change_items && editLink('items', '商品・数量を変更'),
    can.update && editLink('address', 'お届け先を変更'),
    can.update && hasMethods && editLink('delivery', 'お届け方法を変更'),
    can.change_payment && actionButton('payment', 'お支払い方法を変更'),
    can.name_second_way && actionButton('second_way', 'お支払いできないときの方法'),
    can.reopen && actionButton('reopen', '再開'),
    can.pause && actionButton('pause', '休止'),
    can.cancel && actionButton('cancel', '解約'),
    can.cancel_after && actionButton('cancel', 'このお届けを最後に解約'),
  ].filter(Boolean)
  if (actions.length === 0) return null
  return <ul className="grid grid-cols-2 gap-x-4 text-sm lg:grid-cols-4">{actions}</ul>
}

const Action = ({ children }: { children: ReactNode }) => <li>{children}</li>
