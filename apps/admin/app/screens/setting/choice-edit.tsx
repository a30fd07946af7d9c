import { CHOICE_LISTS } from '@kushi/contract/admin/choice-setting'
import { CANCEL_OFFER_NAME, type CancelOffer } from '@kushi/values/cancel-offer'
import { FREE_TEXT_NOTE_SORT_NUMBER } from '@kushi/values/delivery-slot'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { useState } from 'react'
import { get, useFormContext, useWatch } from 'react-hook-form'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { choicesOf } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { promotionChoices } from './promotion-choices.ts'

const { Form, TextField, TextAreaField, SelectField, CheckField, Rows } = formFor<Values>()

type Name = keyof typeof CHOICE_LISTS

export const loader = ({ params }: LoaderFunctionArgs) =>
  api('GET /admin/v1/setting/choices/{name}', { params: { name: params.name as Name } })

interface Values {
  /** `details`: a line for each. `offers`: as many fields as can be chosen. */
  items: {
    id: number | null
    label: string
    is_ended: boolean
    details: string
    offers: (CancelOffer | '')[]
    promotion_id: number | null
  }[]
}
/** Long sentences, which half a phone would cut. */
const wideFieldClass = 'mb-0! max-md:col-span-full'
const OFFERS = [0, 1, 2, 3]
const offerChoices = choicesOf(CANCEL_OFFER_NAME)
const paddedOffers = (offers: readonly CancelOffer[]) => OFFERS.map((n) => offers[n] ?? '')
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** One list of choices. Ids never change, because records and rules refer to them. */
export function Component() {
  const { name, version, items, promotions } = useLoaderData<typeof loader>()
  const { label, kind, note, kept } = CHOICE_LISTS[name]
  const { revalidate } = useRevalidator()
  return (
    <Page title={label} parent={{ to: '/setting/choice', name: '選択肢の設定' }} lead={note}>
      {kind === 'fixed' ? (
        <Section title="選択肢">
          <ol className="columns-2 md:columns-4">
            {items.map((item) => (
              <li key={`${item.id} ${item.label}`}>{item.label}</li>
            ))}
          </ol>
        </Section>
      ) : (
        <Form
          key={version}
          values={{
            items: items.map((item) => ({
              ...item,
              details: item.details.join('\n'),
              offers: paddedOffers(item.offers),
            })),
          }}
          submit="保存する"
          permission="setting.write"
          done={`${wrapInQuoteMarks(label)}を保存しました`}
          save={async (typed) => {
            const rows = typed.items.map((item) => ({
              ...item,
              details: linesOf(item.details),
              offers: [...new Set(item.offers.filter((one) => one !== ''))],
            }))
            const body = { items: rows, version }
            await api('PUT /admin/v1/setting/choices/{name}', { params: { name }, body })
            await revalidate()
          }}
        >
          <Section title="選択肢">
            <Rows
              name="items"
              {...(kind === 'open' && {
                newRow: {
                  id: null,
                  label: '',
                  is_ended: false,
                  details: '',
                  offers: paddedOffers([]),
                  promotion_id: null,
                },
                add: '選択肢を増やす',
                isOrdered: true,
              })}
              isUndeletable={(row) => kept !== undefined && row.id === kept}
            >
              {(n) => (
                <>
                  <TextField
                    name={`items.${n}.label`}
                    label={<span className="sr-only">{n + 1}番目</span>}
                    className={name === 'cancel_reason' ? wideFieldClass : 'mb-0!'}
                  />
                  {name === 'cancel_reason' && <OffersOfReason n={n} promotions={promotions} />}
                  {name === 'delivery_note' && n + 1 !== FREE_TEXT_NOTE_SORT_NUMBER && (
                    <CheckField name={`items.${n}.is_ended`} label="使わない" className="mb-0! self-center" />
                  )}
                </>
              )}
            </Rows>
          </Section>
        </Form>
      )}
    </Page>
  )
}

interface OffersOfReasonProps {
  n: number
  promotions: { id: number; promotion_name: string }[]
}

/** What stands beside a 解約の理由: ご案内 and examples of details. Folded to a line, so that the reasons read as a list. */
function OffersOfReason({ n, promotions }: OffersOfReasonProps) {
  const { control, formState } = useFormContext<Values>()
  const [offers, details] = useWatch({ control, name: [`items.${n}.offers`, `items.${n}.details`] })
  const [isOpen, setOpen] = useState(false)
  const offerNames = (offers as Values['items'][number]['offers']).flatMap((one) => (one ? CANCEL_OFFER_NAME[one] : []))
  const count = linesOf(details).length
  return (
    <details
      className={wideFieldClass}
      open={isOpen || get(formState.errors, `items.${n}`) !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="min-h-control cursor-pointer py-1.5 text-xs">
        <span className="sr-only">{n + 1}番目の理由: </span>
        {offerNames.join('・') || 'ご案内なし'}
        <span className="text-muted"> 詳細の例 {count}</span>
      </summary>
      <div className="grid gap-1 pb-2">
        {/* One more than is chosen. */}
        {OFFERS.filter((at) => at <= offerNames.length || offers[at] !== '').map((at) => (
          <SelectField
            key={at}
            name={`items.${n}.offers.${at}`}
            label={
              <span className="sr-only">
                {n + 1}番目のご案内{at + 1}
              </span>
            }
            className="mb-0!"
            choices={[{ value: '', label: at === 0 ? 'ご案内なし' : '—' }, ...offerChoices]}
          />
        ))}
        <OfferedPromotion n={n} promotions={promotions} />
        <TextAreaField
          name={`items.${n}.details`}
          label={<span className="sr-only">{n + 1}番目の詳細の例</span>}
          placeholder="詳細の例"
          rows={3}
          className="mb-0!"
        />
      </div>
    </details>
  )
}

/** Which promotion is offered beside a reason. One that has ended stays chosen until another is. */
function OfferedPromotion({ n, promotions }: OffersOfReasonProps) {
  const { control } = useFormContext<Values>()
  const [offers, chosen] = useWatch({ control, name: [`items.${n}.offers`, `items.${n}.promotion_id`] })
  if (!offers.includes('promotion')) return null
  return (
    <SelectField
      name={`items.${n}.promotion_id`}
      label={<span className="sr-only">{n + 1}番目の特典</span>}
      className="mb-0!"
      isNumber
      empty="特典を選択してください"
      choices={promotionChoices(promotions, chosen === null ? null : Number(chosen), '終了した特典(ご案内は出ません)')}
    />
  )
}
