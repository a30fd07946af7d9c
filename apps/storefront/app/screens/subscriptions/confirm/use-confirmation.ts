import { ApiError } from '@kushi/contract/client'
import type { SubscriptionUpdate } from '@kushi/contract/subscription'
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { quietApi } from '../../../api.ts'
import { focusFirstError } from '../../../form/focus-error.ts'
import { CURRENT } from '../../../form/subscription.ts'
import { draftPlace, readSubscriptionDraft, writeSubscriptionDraft } from '../../../form/subscription-draft.ts'
import type { SettledResult } from '../../../settle.ts'
import { useCustomer } from '../../../state/session.ts'
import { toast } from '../../../state/toast.ts'
import { useShown } from '../../../state/use-shown.ts'
import { clearInsteadOfCancel, type InsteadOfCancel, readInsteadOfCancel } from '../stop/instead-of.ts'
import type { ConfirmationData, ShownChange } from './load-confirmation.ts'
import { type Refusal, refusalOf } from './refusal.ts'

/**
 * State of the confirmation, and the call that saves the change. The draft is kept until the server has accepted it.
 */
export function useConfirmation(id: number, loaded: SettledResult<ConfirmationData>) {
  const navigate = useNavigate()
  const { revalidate, state } = useRevalidator()
  const { error } = loaded
  const of = { id, customer_id: useCustomer()?.id ?? 0 }
  const [data] = useShown(loaded.data)
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<(Refusal & { shown_total: number }) | null>(null)
  const [third_party_consent, setConsent] = useState(false)
  const [hasTried, setTried] = useState(false)
  const isConsentMissing = Boolean(data?.preview?.consent_text) && !third_party_consent
  const refused = (error: ApiError) =>
    refusalOf(error, {
      destination: readSubscriptionDraft(id, draftPlace())?.changed.destination ?? CURRENT,
    })

  async function save() {
    if (!data?.preview || isSaving) return
    setTried(true)
    if (isConsentMissing) {
      focusFirstError()
      return
    }
    setSaving(true)
    setProblem(null)
    try {
      await send(id, data.update, data.preview, {
        third_party_consent,
        instead_of: readInsteadOfCancel(of) ?? undefined,
      })
      clearInsteadOfCancel(of)
      writeSubscriptionDraft(id, null, draftPlace())
      toast(data.preview.before.can.reopen ? '定期便を再開しました' : '定期便の内容を変更しました')
      await navigate(`/mypage/subscriptions/${id}/edit`, { replace: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const refusal = refused(error)
      setProblem({ ...refusal, shown_total: data.preview.after.payment_total })
      // Loads the new values, which the member must confirm again.
      if (refusal.recovery === 'again') void revalidate()
      focusFirstError()
    } finally {
      setSaving(false)
    }
  }
  return {
    data,
    /** The error of loading the confirmation. */
    refusal: error && refused(error),
    problem,
    /** 第三者提供: consent is needed here if the change needs it. */
    consent: { isGiven: third_party_consent, isMissing: hasTried && isConsentMissing, give: setConsent },
    isSaving,
    isLoading: state === 'loading',
    save,
    reload: () => void revalidate(),
  }
}

/** Saves the change. A paused subscription is reopened in the same step. */
function send(
  id: number,
  update: SubscriptionUpdate,
  { before, after }: ShownChange,
  { third_party_consent, instead_of }: { third_party_consent: boolean; instead_of: InsteadOfCancel | undefined },
) {
  const { version } = before
  const { payment_total: shown_payment_total } = after
  const params = { id }
  if (before.can.reopen)
    return quietApi('PATCH /v1/order/subscription/update/{id}/reopen-scheduled', {
      params,
      body: { is_update_subscription: true, update, third_party_consent, version, shown_payment_total },
    })
  const body = { ...update, version, shown_payment_total, instead_of }
  return quietApi('PUT /v1/order/subscription/update/{id}', { params, body })
}

export type Confirmation = ReturnType<typeof useConfirmation>
