import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { userMessage } from '@kushi/values/user-message'
import { formatYen } from '@kushi/values/yen'
import { useState } from 'react'
import { Link } from 'react-router'
import { quietApi } from '../../../api.ts'
import { focusFirstError } from '../../../form/focus-error.ts'
import { ThirdPartyConsent } from '../../../payment/third-party-consent.tsx'
import { useAnswer } from '../../../state/use-answer.ts'
import { Answered } from '../../../ui/loaded.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ChangeDialog } from '../manage/change-dialog.tsx'
import { doneOutcome, type ManagedSubscription, useChange } from '../manage/use-change.ts'
import { Changes } from '../parts/changes.tsx'

interface ReopenDialogProps extends ManagedSubscription {
  open: boolean
  onClose: () => void
}

/** 再開: shows beforehand what is corrected, and the price. */
export function ReopenDialog({ open, onClose, ...managed }: ReopenDialogProps) {
  const { subscription } = managed
  const { id, version } = subscription
  const change = useChange(managed)
  const preview = useAnswer(open ? `reopen.${id}.${version}` : null, (signal) =>
    quietApi('GET /v1/order/subscription/{id}/reopen', { params: { id } }, { signal }),
  )
  const [third_party_consent, setConsent] = useState(false)
  const [hasTried, setTried] = useState(false)
  const isConsentMissing = Boolean(preview.data?.consent_text) && !third_party_consent
  const close = () => {
    setConsent(false)
    setTried(false)
    onClose()
  }
  function confirm(): void {
    setTried(true)
    if (isConsentMissing) {
      focusFirstError()
      return
    }
    void change
      .run(reopen, (after) =>
        doneOutcome(
          `定期便を再開しました。次回のお届けは${formatShortDateWithWeekday(after.next_delivery_date)}です。`,
        ),
      )
      // Reloads the preview, so that the error is shown beside current values. A given consent is kept.
      .then((isDone) => (isDone ? close() : preview.retry()))
  }
  const reopen = () => {
    const shown_payment_total = preview.data!.after.payment_total
    return quietApi('PATCH /v1/order/subscription/update/{id}/reopen-scheduled', {
      params: { id },
      body: { is_update_subscription: false, third_party_consent, version, shown_payment_total },
    })
  }
  return (
    <ChangeDialog
      open={open}
      onClose={close}
      title="定期便の再開"
      subscription={subscription}
      change={change}
      isPossible={subscription.can.reopen && !preview.data?.payment_problem}
      isShown={preview.data !== undefined}
      label="このまま再開する"
      onConfirm={confirm}
    >
      <Answered answer={preview} skeleton={<Skeleton className="h-32 w-full" />}>
        {({ after, changes, consent_text, payment_problem }) => (
          <>
            {payment_problem && (
              <Notice tone="warning" title="お支払い方法の変更が必要です">
                {payment_problem}「お支払い方法の変更」でほかの方法をお選びいただくと、再開できます。
              </Notice>
            )}
            <p className="text-base">
              次回のお届けは{formatShortDateWithWeekday(after.next_delivery_date)}、お支払いは
              {after.payment_total > 0 ? <>{formatYen(after.payment_total)}(税込)です。</> : 'ありません。'}
            </p>
            <Changes
              changes={changes.filter(({ name }) => name !== 'summary_status')}
              title="再開にあたって変わること"
            />
            {consent_text && (
              <ThirdPartyConsent
                text={consent_text}
                checked={third_party_consent}
                onChange={({ target }) => setConsent(target.checked)}
                error={hasTried && isConsentMissing ? userMessage('third_party_consent_required') : undefined}
              />
            )}
            <p>{formatShortDateWithWeekday(after.change_deadline)}までは、お届け日や内容を変更できます。</p>
            <p>
              <Link
                to={`/mypage/subscriptions/${id}/edit?reopen=1#dates`}
                className="text-link inline-flex min-h-tap items-center"
                onClick={close}
              >
                お届け日や内容を変更して再開する
              </Link>
            </p>
          </>
        )}
      </Answered>
    </ChangeDialog>
  )
}
