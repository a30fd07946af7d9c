import type { PromotionSimulation } from '@kushi/contract/admin/promotion'
import { ApiError } from '@kushi/contract/client'
import { triggerHasCodes } from '@kushi/values/promotion'
import { useState } from 'react'
import { type Path, useFormContext } from 'react-hook-form'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay, useMe } from '../../me.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Comparison } from '../../ui/comparison.tsx'
import { Dialog, Refusal } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { formatNumber, formatYenCell } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'
import { Codes } from './codes.tsx'
import { AudienceFields, LimitFields, loadGoods, Period, PromotionContentFields } from './fields.tsx'
import { PromotionState } from './list.tsx'
import { Members } from './members.tsx'
import { bodyOf, newPromotionValues, promotionFormValues, type Values } from './typed.ts'

export async function loader({ params: { id } }: LoaderFunctionArgs) {
  const [promotion, products] = await Promise.all([
    id === undefined ? null : api('GET /admin/v1/promotions/{id}', { params: { id } }),
    loadGoods(),
  ])
  const experiment =
    promotion?.trigger === 'cancel_offer' && promotion.status !== 'draft'
      ? await api('GET /admin/v1/promotions/{id}/experiment', { params: { id: promotion.id } })
      : null
  return { promotion, products, experiment }
}

/** 特典・クーポン: edits one, or creates a draft. */
export function Component() {
  const { Form } = formFor<Values>()
  const { promotion, products, experiment } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { today } = useMe()
  const mayWrite = useMay('catalogue.write')
  return (
    <Page
      title={promotion ? promotion.promotion_name : '特典を作る'}
      parent={{ to: '/promotions', name: '特典・クーポン' }}
      lead={promotion?.sentence}
      actions={promotion && <PromotionStanding />}
    >
      {promotion && <PublishingFault />}
      {promotion && <Given />}
      {promotion && experiment && (
        <Comparison
          experiment={experiment}
          lead="ご案内しなくても続けた方を引いた、この特典だけの効果です。一部の定期便には、くじで、ご案内しません。解約の手順と、お約束したことは、どちらも変わりません。"
          mayStart={mayWrite && promotion.status === 'active'}
          mayEnd={mayWrite}
          deed="この特典をご案内"
          countedText="この特典の理由を選んだ定期便(ご案内できないものも含みます)"
          start={(body) => api('POST /admin/v1/promotions/{id}/experiment', { params: { id: promotion.id }, body })}
          end={() => api('POST /admin/v1/promotions/{id}/experiment/end', { params: { id: promotion.id } })}
        />
      )}
      {promotion && triggerHasCodes(promotion.trigger) && <Codes promotion={promotion} />}
      {promotion?.member_scope === 'listed' && <Members promotion={promotion} />}
      <Form
        key={promotion?.version ?? 'new'}
        checkedFor="claims"
        values={promotion ? promotionFormValues(promotion) : newPromotionValues(today)}
        submit={promotion ? '保存する' : '下書きを作る'}
        permission="catalogue.write"
        done={promotion ? '特典を保存しました' : '下書きを作りました'}
        save={async (typed) => {
          const body = bodyOf(typed)
          if (promotion) {
            const { id, version } = promotion
            await api('PUT /admin/v1/promotions/{id}', { params: { id }, body: { ...body, version } })
            return revalidate()
          }
          const { id } = await api('POST /admin/v1/promotions', { body })
          return navigate(`/promotions/${id}`)
        }}
      >
        <PromotionContentFields products={products} />
        <AudienceFields>
          <Period />
        </AudienceFields>
        <LimitFields />
        <Simulation />
      </Form>
    </Page>
  )
}

/** 公開する, すぐに止める. */
function PromotionStanding() {
  const { promotion } = useLoaderData<typeof loader>()
  const mayWrite = useMay('catalogue.write')
  const mayPlan = useMay('setting.write')
  const { act, isBusy, refusal } = useAction()
  if (!promotion) return null
  const { id, status } = promotion
  const params = { id }
  return (
    <>
      <PromotionState promotion={promotion} />
      <Refusal>{refusal}</Refusal>
      {mayWrite && mayPlan && <ButtonLink to={`/schedule/new?kind=promotion&subject=${id}`}>変更を予定する</ButtonLink>}
      {mayWrite && status !== 'active' && (
        <Button
          look="primary"
          isBusy={isBusy}
          onClick={() => void act(() => api('POST /admin/v1/promotions/{id}/start', { params }))}
        >
          {status === 'draft' ? '公開する' : 'もう一度公開する'}
        </Button>
      )}
      {mayWrite && status === 'active' && (
        <Button
          look="danger"
          isBusy={isBusy}
          onClick={() =>
            confirm('この特典をすぐに止めますか? 定期便に約束した分は続きます。') &&
            void act(() => api('POST /admin/v1/promotions/{id}/stop', { params }))
          }
        >
          すぐに止める
        </Button>
      )}
    </>
  )
}

/** Why it could not be published today, and the decision that it runs on all the same. */
function PublishingFault() {
  const { Form, TextAreaField } = formFor<{ decision_reason: string }>()
  const { promotion } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const mayDecide = useMay('setting.write')
  const [isOpen, setOpen] = useState(false)
  if (!promotion || promotion.publishing_fault === null) return null
  const { id, publishing_fault, fault_override, status } = promotion
  const isStopped = status === 'stopped'
  const actionText = isStopped ? '理由を残して、もう一度公開する' : '理由を残して続ける'
  return (
    <Section title="いまは公開できない内容です">
      <div className="grid max-w-[800px] justify-items-start gap-3">
        <p>{publishing_fault}</p>
        {fault_override ? (
          <p>
            {fault_override.operator_name}さんの判断で続けています。理由: {fault_override.decision_reason}
          </p>
        ) : (
          <p className={isStopped ? undefined : 'text-danger'}>
            {isStopped
              ? 'このため、0時に自動的に止まりました。'
              : '直すか、続けると決めないと、今夜0時に自動的に止まります。'}
          </p>
        )}
        {mayDecide && !fault_override && <Button onClick={() => setOpen(true)}>{actionText}</Button>}
      </div>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={actionText}>
        <p className="mb-4">
          法律に触れるおそれのある特典を、{isStopped ? 'もう一度公開します' : '止めずに続けます'}。
          お名前と理由は操作履歴に残り、続けている間は「今日」に表示します。内容か価格が変わると、もう一度お尋ねします。
        </p>
        <Form
          values={{ decision_reason: '' }}
          submit={actionText}
          look="danger"
          done="特典を続けます"
          save={async ({ decision_reason }) => {
            await api('POST /admin/v1/promotions/{id}/run-on', {
              params: { id },
              body: { publishing_fault, decision_reason },
            })
            setOpen(false)
            await revalidate()
          }}
        >
          <TextAreaField name="decision_reason" label="続ける理由" isRequired rows={2} maxLength={500} />
        </Form>
      </Dialog>
    </Section>
  )
}

/** 使われかた: uses and cost so far. */
function Given() {
  const { promotion } = useLoaderData<typeof loader>()
  if (!promotion || promotion.status === 'draft') return null
  const { uses, later, yen } = promotion.given
  const { max_uses, budget_yen } = promotion
  const of = (most: number | null, say: (n: number) => string) => (most === null ? '' : ` / ${say(most)}`)
  return (
    <Section title="使われかた" lead="キャンセルやお支払いできなかった分は戻っています。">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {[
          ['使われた注文と、始まった定期便', `${formatNumber(uses)}件${of(max_uses, formatNumber)}`],
          ['定期便の2回目から', `${formatNumber(later)}件`],
          ['割引の合計', `${formatYenCell(yen)}${of(budget_yen, formatYenCell)}`],
        ].map(([label, value]) => (
          <div key={label}>
            <dt className="text-muted text-xs">{label}</dt>
            <dd className="numeric text-base">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

/** ためす: the sentence, and what it would have done in the last 30 days. */
function Simulation() {
  const { promotion } = useLoaderData<typeof loader>()
  const { getValues, setError, clearErrors } = useFormContext<Values>()
  const [simulation, setSimulation] = useState<PromotionSimulation | null>(null)
  const [isBusy, setBusy] = useState(false)
  const attempt = async () => {
    setBusy(true)
    setSimulation(null)
    clearErrors()
    try {
      setSimulation(
        await api('POST /admin/v1/promotions/trial', { body: { ...bodyOf(getValues()), id: promotion?.id } }),
      )
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      for (const { path, message } of error.fields) setError(path as Path<Values>, { message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section title="ためす" lead="保存しないで、この特典が何をするかを文章と直近30日のご注文で確かめます。">
      <Button isBusy={isBusy} onClick={() => void attempt()}>
        ためす
      </Button>
      <div role="status">
        {simulation && (
          <div className="mt-3 grid max-w-[800px] gap-2">
            <p>{simulation.sentence}</p>
            <p className="numeric font-medium">
              直近30日のご注文{formatNumber(simulation.looked_at)}件{simulation.is_cut && '(新しい順)'}では、
              {formatNumber(simulation.orders)}件に適用され、割引は合わせて{formatYenCell(simulation.yen)}でした。
            </p>
            <p className="text-muted text-xs">
              コードを知らない方や、割引で増えるご注文は考えていません。コードの特典では、これが上限の目安です。
            </p>
          </div>
        )}
      </div>
    </Section>
  )
}
