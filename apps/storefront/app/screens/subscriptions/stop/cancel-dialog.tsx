import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { fieldRuleMessage } from '@kushi/values/message'
import { CANCEL_DETAIL_LABEL } from '@kushi/values/subscription-status'
import { useState } from 'react'
import { quietApi } from '../../../api.ts'
import { focusFirstError } from '../../../form/focus-error.ts'
import { masterData } from '../../../master-data.ts'
import { useShop } from '../../../shell/use-shell.ts'
import { readFormDraft, writeFormDraft } from '../../../state/form-draft.ts'
import { useCustomer } from '../../../state/session.ts'
import { browserStorage } from '../../../state/storage.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextAreaField } from '../../../ui/text-field.tsx'
import { ChangeDialog } from '../manage/change-dialog.tsx'
import { doneOutcome, type ManagedSubscription, useChange } from '../manage/use-change.ts'
import { afterCancelText } from '../parts/schedule.ts'
import { AlternativesList, offeredOf, useAlternatives } from './alternatives-list.tsx'

interface CancelDialogProps extends ManagedSubscription {
  open: boolean
  onClose: () => void
}

/** 解約: the reason by one choice, and the alternatives below it, never before it. */
export function CancelDialog({ open, onClose, ...managed }: CancelDialogProps) {
  const { subscription } = managed
  const { id, version, next_delivery_date, arranged_order, can } = subscription
  const isAfter = can.cancel_after
  const last = formatShortDateWithWeekday(arranged_order?.delivery_date ?? next_delivery_date)
  const change = useChange(managed)
  const reasons = useAnswer(open ? 'cancel_reason' : null, () => masterData('cancel_reason'))
  const draft = useCancelDraft(id)
  const { reason, detail } = draft.values
  const [hasTried, setTried] = useState(false)
  const refused = (path: string) => change.refusal?.fields.find((one) => one.path === path)?.message
  const missing = reason ? undefined : fieldRuleMessage('cmn-err-002', '解約理由')
  const chosen = reasons.data?.find((one) => String(one.id) === reason)
  const details = chosen?.details ?? []
  const needsDetail = useShop()?.cancel_detail_flag ?? true
  const missingDetail =
    needsDetail && detail.trim() === '' ? fieldRuleMessage('cmn-err-001', CANCEL_DETAIL_LABEL) : undefined

  /** A detail of the reason before is not one of this one; the member's own words stay. */
  const chooseReason = (next: string) => draft.change({ reason: next, ...(details.includes(detail) && { detail: '' }) })

  /** Closes the dialog after a decision, and deletes the draft. */
  function close(): void {
    draft.forget()
    setTried(false)
    onClose()
  }

  const alternatives = useAlternatives({
    subscription,
    change,
    reason: Number(reason),
    // A list from before an upgrade has none.
    offers: chosen?.offers ?? [],
    customer_id: useCustomer()?.id ?? 0,
    onDone: close,
  })

  function confirm(): void {
    setTried(true)
    if (missing ?? missingDetail) {
      focusFirstError()
      return
    }
    const body = { reason: Number(reason), detail, offered: offeredOf(alternatives), version }
    void change
      .run(
        () =>
          isAfter
            ? quietApi('PATCH /v1/order/subscription/{id}/cancel-after', { params: { id }, body })
            : quietApi('PATCH /v1/order/subscription/update/{id}/cancel', { params: { id }, body }),
        (after) =>
          doneOutcome(
            after.is_ending
              ? `${last}のお届けを最後に、定期便を終わります。お受け取りになるまで、取り消せます。`
              : `定期便を解約しました。${afterCancelText(after)}`,
          ),
      )
      .then((isDone) => {
        if (isDone) close()
      })
  }

  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={isAfter ? 'このお届けを最後に解約' : '定期便の解約'}
      subscription={subscription}
      change={change}
      isPossible={can.cancel || isAfter}
      label="解約する"
      cancelLabel="解約しない"
      onConfirm={confirm}
    >
      <p>{subscription.cancel_text}</p>
      <div className="grid gap-4">
        <SelectField
          label="解約理由"
          required
          options={(reasons.data ?? []).map((one) => ({ value: String(one.id), label: one.label }))}
          placeholder={reasons.error ? '読み込めませんでした' : '選択してください'}
          value={reason}
          error={refused('reason') ?? (hasTried ? missing : undefined)}
          onChange={(event) => chooseReason(event.currentTarget.value)}
        />
        {details.length > 0 && (
          <div>
            <p className="text-sm">あてはまるものを押すと、詳細に入ります</p>
            <ul className="mt-1 flex flex-wrap gap-2">
              {details.map((one) => (
                <li key={one}>
                  <button
                    type="button"
                    aria-pressed={detail === one}
                    className="min-h-tap rounded-base border border-line bg-surface px-3 text-left text-sm aria-pressed:border-ink"
                    onClick={() => draft.change({ detail: one })}
                  >
                    {one}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )}
        <TextAreaField
          label={CANCEL_DETAIL_LABEL}
          required={needsDetail}
          hint={`ご自分の言葉でも書けます。1000文字まで${needsDetail ? '' : '。ご記入がなくても解約いただけます'}`}
          rows={2}
          maxLength={1000}
          value={detail}
          error={refused('detail') ?? (hasTried && reason ? missingDetail : undefined)}
          onChange={(event) => draft.change({ detail: event.currentTarget.value })}
        />
      </div>
      <AlternativesList all={alternatives} />
    </ChangeDialog>
  )
}

const none = { reason: '', detail: '' }

/** The draft of the 解約理由. It survives closing the dialog and a reload. */
function useCancelDraft(id: number) {
  const key = { name: `cancel.${id}`, customer_id: useCustomer()?.id ?? 0 }
  const [values, setValues] = useState(() => ({ ...none, ...readFormDraft(browserStorage(), key, Date.now()) }))
  return {
    values,
    change: (changed: Partial<typeof none>) => {
      const now = { ...values, ...changed }
      setValues(now)
      writeFormDraft(browserStorage(), key, now, Date.now())
    },
    forget: () => {
      setValues(none)
      writeFormDraft(browserStorage(), key, null, Date.now())
    },
  }
}
