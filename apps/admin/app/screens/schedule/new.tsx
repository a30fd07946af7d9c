import type { NewScheduledChange } from '@kushi/contract/admin/schedule'
import { addDays } from '@kushi/values/calendar-date'
import type { ScheduleKind } from '@kushi/values/schedule'
import { SCHEDULE_KIND_NAME } from '@kushi/values/schedule'
import { Form as RouterForm, useLoaderData, useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { bodyOfChange, type ChangeValues, plannedPromotionValues } from '../promotions/typed.ts'
import { ChangeFields, PromotionFields, type ScheduleFormValues } from './change-fields.tsx'
import { describeText, loadSubject, type ScheduleSubject } from './load-subject.ts'
import { momentFromInput } from './moment.ts'

const { Form, TextField } = formFor<ScheduleFormValues>()

export const loader = loadSubject

const scheduleLink = { to: '/schedule', name: '予定' }

/** 変更を予定する: first what to change, then the new values and the time. */
export function Component() {
  const loaded = useLoaderData<typeof loader>()
  if (loaded.kind === null)
    return (
      <Page title="変更を予定する" parent={scheduleLink} lead="変えるものを選んでください。">
        <SubjectLinks to={Object.entries(SCHEDULE_KIND_NAME).map(([kind, name]) => [`?kind=${kind}`, name])} />
      </Page>
    )
  if (loaded.products)
    return (
      <Page title={`${SCHEDULE_KIND_NAME[loaded.kind]}: 商品を選ぶ`} parent={scheduleLink}>
        <RouterForm className="mb-4 flex max-w-[480px] gap-2">
          <input type="hidden" name="kind" value={loaded.kind} />
          <input
            name="q"
            type="search"
            defaultValue={loaded.q}
            aria-label="商品名・商品コード"
            placeholder="商品名・商品コード"
            autoComplete="off"
            className="control"
          />
          <Button type="submit">探す</Button>
        </RouterForm>
        {loaded.products.length === 0 && <p className="text-muted">当てはまる商品はありません。</p>}
        <SubjectLinks
          to={loaded.products.map(({ id, product_name }) => [`?kind=${loaded.kind}&subject=${id}`, product_name])}
        />
      </Page>
    )
  if (loaded.promotions)
    return (
      <Page title={`${SCHEDULE_KIND_NAME[loaded.kind]}を選ぶ`} parent={scheduleLink}>
        {loaded.promotions.length === 0 && (
          <Empty action={<ButtonLink to="/promotions/new">特典を作る</ButtonLink>}>
            まだ特典がありません。先に下書きを作ってください。
          </Empty>
        )}
        <SubjectLinks
          to={loaded.promotions.map(({ id, promotion_name }) => [`?kind=promotion&subject=${id}`, promotion_name])}
        />
      </Page>
    )
  if (loaded.texts)
    return (
      <Page title={`${SCHEDULE_KIND_NAME[loaded.kind]}: 文章を選ぶ`} parent={scheduleLink}>
        <SubjectLinks
          to={loaded.texts.map(({ name, layout_code }) => [
            `?kind=content&subject=${name}/${layout_code}`,
            describeText(name, layout_code),
          ])}
        />
      </Page>
    )
  return <Plan loaded={loaded} />
}

const SubjectLinks = ({ to }: { to: (readonly [to: string, label: string])[] }) => (
  <ul className="grid gap-2 md:grid-cols-3">
    {to.map(([path, label]) => (
      <li key={path}>
        <ButtonLink to={path} className="w-full">
          {label}
        </ButtonLink>
      </li>
    ))}
  </ul>
)

function subjectOf({ product, promotion, text, deliveries: [first] }: ScheduleSubject): string {
  if (text) return `${text.name}/${text.layout_code}`
  return String(product?.id ?? promotion?.id ?? first?.id ?? '')
}

/** What stands now, of this kind of change only: the form sends these names. */
function afterOf({
  kind,
  product,
  promotion,
  deliveries: [first],
  shop,
  text,
}: ScheduleSubject): ScheduleFormValues['after'] {
  const skus = product?.skus ?? []
  switch (kind) {
    case 'price':
      return {
        skus: skus.map(({ id, price, subscription_first_price, subscription_price }) => ({
          id,
          price,
          subscription_first_price,
          subscription_price,
        })),
      }
    case 'tax_rate':
      return { tax_rate: skus[0]?.tax_rate === 8 ? 10 : 8 }
    case 'visibility':
      return { visible: !(product?.visible ?? true) }
    case 'promotion':
      return plannedPromotionValues(promotion!)
    case 'content':
      return { title: text?.title ?? '', html: text?.html ?? '' }
    case 'delivery_fee':
      return {
        flat_rate_delivery_fee: first?.flat_rate_delivery_fee ?? 0,
        island_surcharge: first?.island_surcharge ?? 0,
        cool_fee: first?.cool_fee ?? 0,
      }
    case 'free_amount':
      return { delivery_free_amount: shop?.delivery_free_amount ?? null }
    case 'closing':
      return { note: '' }
  }
}

function Plan({ loaded }: { loaded: ScheduleSubject }) {
  const navigate = useNavigate()
  const { kind, product, promotion, text } = loaded
  return (
    <Page
      title={`${SCHEDULE_KIND_NAME[kind]}の変更を予定する`}
      parent={scheduleLink}
      lead={text ? describeText(text.name, text.layout_code) : (product?.product_name ?? promotion?.promotion_name)}
    >
      <Form
        values={{
          starts_at: '',
          ends_at: '',
          subject_id: subjectOf(loaded),
          after: afterOf(loaded),
        }}
        submit="予定する"
        done="変更を予定しました"
        save={async (values) => {
          await api('POST /admin/v1/schedule', { body: bodyOf(kind, values) })
          await navigate('/schedule')
        }}
      >
        {promotion ? (
          <PromotionFields goods={loaded.goods}>
            <PeriodFields isClosing={false} />
          </PromotionFields>
        ) : (
          <>
            <Section title="変更後の内容">
              <ChangeFields loaded={loaded} />
            </Section>
            <PeriodFields isClosing={kind === 'closing'} />
          </>
        )}
      </Form>
    </Page>
  )
}

const PeriodFields = ({ isClosing }: { isClosing: boolean }) => (
  <Section title="いつ" lead="日本時間です。">
    <div className="grid max-w-[480px] gap-x-6 md:grid-cols-2">
      <TextField
        name="starts_at"
        type={isClosing ? 'date' : 'datetime-local'}
        label={isClosing ? '休業の最初の日' : '始まり'}
        isRequired
      />
      <TextField
        name="ends_at"
        type={isClosing ? 'date' : 'datetime-local'}
        label={isClosing ? '休業の最後の日' : '終わり'}
        isRequired={isClosing}
        hint={isClosing ? undefined : '空欄なら、そのまま続きます。終わると、変更前の内容に戻ります。'}
      />
    </div>
  </Section>
)

function bodyOf(kind: ScheduleKind, { starts_at, ends_at, subject_id, after }: ScheduleFormValues): NewScheduledChange {
  const isClosing = kind === 'closing'
  const start = isClosing && starts_at ? `${starts_at}T00:00` : starts_at
  // 休業 ends at the midnight after its last day.
  const end = isClosing && ends_at ? `${addDays(ends_at, 1)}T00:00` : ends_at
  const changeInput = kind === 'promotion' ? bodyOfChange(after as ChangeValues) : after
  const own = kind === 'closing' || kind === 'free_amount' ? '' : subject_id
  return {
    kind,
    subject_id: own,
    starts_at: momentFromInput(start) ?? '',
    ends_at: momentFromInput(end),
    after: changeInput,
  } as NewScheduledChange
}
