import type { DeliverySetting } from '@kushi/contract/admin/delivery-setting'
import { CARRIER_PROGRAM_NAME } from '@kushi/values/carrier'
import { prefectures as prefectureNamesText } from '@kushi/values/prefecture'
import { useWatch } from 'react-hook-form'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { choicesOf } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { KeptTerms } from './kept-terms.tsx'

const { Form, TextField, NumberField, SelectField, CheckField, Rows } = formFor<Values>()

const fresh: Omit<DeliverySetting, 'id'> = {
  delivery_name: '',
  flat_rate_delivery_fee: 0,
  island_surcharge: 0,
  cool_fee: 0,
  max_weight_g: null,
  visible: false,
  mail_delivery_flag: false,
  carrier_program: null,
  sort_no: 1,
  times: [],
  prefectures: [],
  version: '',
}

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const { items, running_subscriptions: runningSubscriptions } = await api('GET /admin/v1/setting/deliveries')
  if (params.id === 'new')
    return { id: null, running: runningSubscriptions, setting: { ...fresh, sort_no: items.length + 1 } }
  const { id, ...setting } = items.find((one) => String(one.id) === params.id) ?? { id: null }
  if (id === null) throw new Response('', { status: 404 })
  return { id, running: runningSubscriptions, setting: setting as Omit<DeliverySetting, 'id'> }
}

type Values = Omit<DeliverySetting, 'id' | 'version' | 'times' | 'prefectures'> & {
  times: { id: number | null; delivery_time: string }[]
  prefectures: { fee: number | null; cool_fee: number | null; extra_days: number | null }[]
}

/** One 配送方法: its fee, its time zones, and the values that differ by prefecture. */
export function Component() {
  const { id, running, setting } = useLoaderData<typeof loader>()
  const { version, prefectures, ...own } = setting
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const values: Values = {
    ...own,
    prefectures: prefectureNamesText.map((_, n) => {
      const found = prefectures.find(({ pref_id }) => pref_id === n + 1)
      const { fee = null, cool_fee = null, extra_days = null } = found ?? {}
      return { fee, cool_fee, extra_days: extra_days || null }
    }),
  }
  return (
    <Page
      title={id === null ? '配送方法を増やす' : own.delivery_name}
      parent={{ to: '/setting/delivery', name: '配送の設定' }}
    >
      <Form
        key={version}
        values={values}
        submit="保存する"
        permission="setting.write"
        done="配送方法を保存しました"
        save={async (given) => {
          const carrier_program = given.carrier_program || null
          const body = { ...given, carrier_program, prefectures: withPrefectureIds(given.prefectures), version }
          if (id !== null) {
            await api('PUT /admin/v1/setting/deliveries/{id}', { params: { id }, body })
            await revalidate()
          } else {
            const added = await api('POST /admin/v1/setting/deliveries', { body })
            await navigate(`/setting/delivery/${added.id}`, { replace: true })
          }
        }}
      >
        <Section title="基本">
          {id !== null && <KeptTerms running={running} of={id} what="送料" />}
          <div className="grid gap-x-6 md:grid-cols-2">
            <TextField name="delivery_name" label="名前" isRequired />
            <NumberField name="sort_no" label="表示順" unit="番目" isRequired />
            <NumberField name="flat_rate_delivery_fee" label="送料(税込)" unit="円" isRequired />
            <NumberField name="island_surcharge" label="離島の追加料金(税込)" unit="円" isRequired />
            <NumberField
              name="cool_fee"
              label="クール代(1個口、税込)"
              unit="円"
              isRequired
              hint="冷蔵・冷凍の荷物ごとに、送料に加えます。空にせず、いただかないときは0を入力します。"
            />
            <NumberField
              name="max_weight_g"
              label="重さの上限"
              unit="g"
              hint="空欄なら制限しません。超えるときは、お客様が選べません。"
            />
          </div>
          <SelectField
            name="carrier_program"
            label="送り状ソフト"
            hint="この方法で送る荷物の送り状ファイルを、どのソフトに合わせて作るかです。決めるまで、出荷できません。"
            className="max-w-[320px]"
            empty="まだ決めない"
            choices={choicesOf(CARRIER_PROGRAM_NAME)}
          />
          <CheckField name="visible" label="ショップに表示する" />
          <CheckField
            name="mail_delivery_flag"
            label="メール便(郵便受けにお届け)"
            hint="日付と時間帯の指定、代金引換が使えなくなります。"
          />
        </Section>
        <Section
          title="お届け時間帯"
          lead="消した時間帯は、これからは選べません。受けた注文の言葉はそのまま残り、定期便はお客様が変えるまでその時間帯のままです。名前を変えると、これからの注文と定期便が新しい名前になります。"
        >
          <Rows name="times" newRow={{ id: null, delivery_time: '' }} add="時間帯を増やす" isOrdered>
            {(n) => (
              <TextField
                name={`times.${n}.delivery_time`}
                label={<span className="sr-only">{n + 1}番目の時間帯</span>}
                className="mb-0!"
              />
            )}
          </Rows>
        </Section>
        <Prefectures />
      </Form>
    </Page>
  )
}

/** What differs by prefecture; クール代 only where the method takes any. */
function Prefectures() {
  const { cool_fee, prefectures } = useWatch<Values>()
  const hasCoolFee = [cool_fee, ...(prefectures ?? []).map((one) => one?.cool_fee)].some(Boolean)
  return (
    <Section
      title="都道府県別"
      lead={`送料${hasCoolFee ? '、クール代' : ''}が違う県、日数が多くかかる県だけを${hasCoolFee ? '、この順に' : ''}入力します。空欄は、基本の額と最短の日数です。`}
    >
      <div className="grid gap-x-6 md:grid-cols-2 xl:grid-cols-3">
        {prefectureNamesText.map((name, n) => (
          <fieldset key={name} className="flex items-center gap-2 border-line border-b py-1">
            <legend className="sr-only">{name}</legend>
            <span aria-hidden="true" className="w-18 shrink-0">
              {name}
            </span>
            <NumberField
              name={`prefectures.${n}.fee`}
              label={<span className="sr-only">{name}の送料</span>}
              unit="円"
              className="mb-0!"
            />
            {hasCoolFee && (
              <NumberField
                name={`prefectures.${n}.cool_fee`}
                label={<span className="sr-only">{name}のクール代</span>}
                unit="円"
                className="mb-0!"
              />
            )}
            <NumberField
              name={`prefectures.${n}.extra_days`}
              label={<span className="sr-only">{name}の追加日数</span>}
              unit="日"
              className="mb-0!"
            />
          </fieldset>
        ))}
      </div>
    </Section>
  )
}

/** Sends all prefectures, so that the index in a server error matches the field. */
const withPrefectureIds = (all: Values['prefectures']) =>
  all.map(({ fee, cool_fee, extra_days }, n) => ({ pref_id: n + 1, fee, cool_fee, extra_days: extra_days ?? 0 }))
