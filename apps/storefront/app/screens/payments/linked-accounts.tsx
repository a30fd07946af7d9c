import type { LinkableAccount, LinkedAccount } from '@kushi/contract/linked-account'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { useRef, useState } from 'react'
import { api } from '../../api.ts'
import { LinkAccount } from '../../payment/link-account.tsx'
import { useActing } from '../../state/acting.ts'
import { Button } from '../../ui/button.tsx'
import { News } from '../../ui/news.tsx'
import { RemovalDialog } from './removal-dialog.tsx'

interface LinkedAccountsProps {
  accounts: readonly LinkedAccount[]
  linkable: readonly LinkableAccount[]
  /** Message from the previous screen. */
  initialNotice: string | null
  /** After one was unlinked. */
  onUnlinked: () => Promise<void>
}

/** 連携: wallets to which deliveries of 定期便 are charged. Nothing where the shop offers none. */
export function LinkedAccounts({ accounts, linkable, initialNotice, onUnlinked }: LinkedAccountsProps) {
  const acting = useActing()
  const [accountToUnlink, setAccountToUnlink] = useState<LinkedAccount | null>(null)
  const [isPending, setPending] = useState(false)
  const [news, setNews] = useState(initialNotice)
  if (accounts.length === 0 && linkable.length === 0 && news === null) return null

  async function unlink({ wallet }: LinkedAccount): Promise<void> {
    setPending(true)
    try {
      const { message } = await api('DELETE /v1/common/mypage/linked-account/{wallet}', {
        params: { wallet },
      })
      setNews(message)
      await onUnlinked()
    } catch {
      // A toast has shown the error.
    }
    setPending(false)
    setAccountToUnlink(null)
  }
  return (
    <section aria-labelledby="linked-accounts" className="mt-10 grid gap-4">
      <h2 id="linked-accounts" className="font-mincho text-lg">
        連携したお支払い
      </h2>
      <p className="text-sm text-muted">
        一度連携すると、定期便のお届けごとに、手配のときに自動でお支払いいただけます。通常のご購入では、そのつど画面に移ってお支払いください。
      </p>
      <News text={news} />
      {accounts.map((account) => (
        <article
          key={account.wallet}
          aria-label={account.payment_name}
          className="grid gap-3 rounded-base border border-line bg-surface p-5"
        >
          <p>
            {account.payment_name}
            <span className="block text-sm text-muted">
              {formatDateWithWeekday(timestampToJapanDate(Date.parse(account.created_at)))}に連携
            </span>
          </p>
          {account.subscription_ids.length > 0 && (
            <p className="text-sm text-leaf">
              定期便(契約番号 {account.subscription_ids.join('、')})のお支払いに使用中
            </p>
          )}
          {!acting && (
            <div>
              <Button look="secondary" onClick={() => setAccountToUnlink(account)}>
                連携を解除する
              </Button>
            </div>
          )}
        </article>
      ))}
      {!acting &&
        linkable.map((account) => (
          <div key={account.wallet} className="md:max-w-panel">
            <LinkAccount account={account} />
          </div>
        ))}
      <Unlink
        account={accountToUnlink}
        isPending={isPending}
        onClose={() => setAccountToUnlink(null)}
        onUnlink={(account) => void unlink(account)}
      />
    </section>
  )
}

interface UnlinkProps {
  /** null: the dialog is closed. */
  account: LinkedAccount | null
  isPending: boolean
  onClose: () => void
  onUnlink: (account: LinkedAccount) => void
}

/** Asks before it is unlinked. */
function Unlink({ account, isPending, onClose, onUnlink }: UnlinkProps) {
  // The dialog keeps showing the account while it closes.
  const shown = useRef(account)
  if (account) shown.current = account
  const { current } = shown
  return (
    <RemovalDialog
      isOpen={account !== null}
      isPending={isPending}
      title={`${current?.payment_name ?? ''}の連携の解除`}
      blockedTitle="連携を解除できません"
      subscription_ids={current?.subscription_ids ?? []}
      blockedText="のお支払い、またはお支払いできないときの方法に使われています。先に、定期便のお支払い方法を変更してください。"
      action="解除する"
      onClose={onClose}
      onRemove={() => current && onUnlink(current)}
    >
      <li>すでにご注文いただいた分のお支払いは変わりません。</li>
      <li>また定期便でお使いになるときは、もう一度連携してください。</li>
    </RemovalDialog>
  )
}
