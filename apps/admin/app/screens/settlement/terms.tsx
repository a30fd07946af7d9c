import type { SettlementMethodFee, SettlementTerm } from '@kushi/contract/admin/settlement'
import {
  FEE_TAX_NAME,
  type FeeTax,
  METHOD_FEE_NAME,
  PAYING_PROVIDERS,
  type PayingProvider,
  SETTLEMENT_PROVIDER_NAME,
} from '@kushi/values/settlement'
import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { monthFrom } from '../../month-from.ts'
import { choicesOf } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'

const { Form, TextField, NumberField, SelectField, Rows } = formFor<SettlementTermsFormValues>()

const [firstMethod = ''] = Object.keys(METHOD_FEE_NAME)

export const loader = () => api('GET /admin/v1/settlement')

type WithRateText<T> = Omit<T, 'fee_rate'> & { fee_rate: string }
type SettlementTermsFormValues = {
  terms: WithRateText<SettlementTerm>[]
  method_fees: (WithRateText<Omit<SettlementMethodFee, 'payment_method_id'>> & { payment_method_id: string })[]
}

const rateInput = (fee_rate: number | null) => (fee_rate === null ? '' : String(fee_rate))
const readRate = (fee_rate: string) => (fee_rate.trim() === '' ? null : Number(fee_rate.normalize('NFKC')))

/** 契約: rate and days of each provider. */
export function Component() {
  const { terms, method_fees } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  return (
    <Page
      title="料率と入金の期日"
      parent={{ to: '/settlement', name: '入金' }}
      lead="決済会社との契約です。料率を入れると、明細の手数料が契約どおりかを1円単位で確かめます。期日を過ぎた決済は「入金」に出ます。"
    >
      <Form
        values={{
          terms: terms.map((term) => ({ ...term, fee_rate: rateInput(term.fee_rate) })),
          method_fees: method_fees.map((fee) => ({
            ...fee,
            payment_method_id: String(fee.payment_method_id),
            fee_rate: rateInput(fee.fee_rate),
          })),
        }}
        submit="保存する"
        done="契約を保存しました"
        permission="accounting.write"
        save={async (given) => {
          await api('PUT /admin/v1/settlement/terms', {
            body: {
              terms: given.terms.map(({ provider, from_day, fee_rate, fee_fixed, fee_tax, pays_within_days }) => ({
                provider: provider as PayingProvider,
                from_day,
                fee_rate: readRate(fee_rate),
                fee_fixed: fee_fixed ?? 0,
                fee_tax: fee_tax as FeeTax,
                pays_within_days,
              })),
              method_fees: given.method_fees.map(({ payment_method_id, fee_rate, fee_fixed, fee_tax }) => ({
                payment_method_id: Number(payment_method_id),
                fee_rate: readRate(fee_rate),
                fee_fixed: fee_fixed ?? 0,
                fee_tax: fee_tax as FeeTax,
              })),
            },
          })
          await revalidate()
        }}
      >
        <Section title="契約" lead="料率が空欄の入金元は、手数料を確かめません。">
          <Rows
            name="terms"
            add="入金元を加える"
            newRow={{
              provider: 'gmo',
              from_day: monthFrom(null, 0),
              fee_rate: '',
              fee_fixed: 0,
              fee_tax: 'included',
              pays_within_days: 45,
            }}
          >
            {(n) => (
              <>
                <SelectField
                  name={`terms.${n}.provider`}
                  label="入金元"
                  choices={PAYING_PROVIDERS.map((value) => ({ value, label: SETTLEMENT_PROVIDER_NAME[value] }))}
                  className="mb-0!"
                />
                <TextField name={`terms.${n}.fee_rate`} label="料率(%)" inputMode="decimal" className="mb-0!" />
                <NumberField name={`terms.${n}.fee_fixed`} label="1件ごと" unit="円" className="mb-0!" />
                <SelectField
                  name={`terms.${n}.fee_tax`}
                  label="手数料の消費税"
                  choices={choicesOf(FEE_TAX_NAME)}
                  className="mb-0!"
                />
                <NumberField name={`terms.${n}.pays_within_days`} label="入金まで" unit="日" className="mb-0!" />
                <TextField name={`terms.${n}.from_day`} type="date" label="この日の売上から" className="mb-0!" />
              </>
            )}
          </Rows>
        </Section>
        <Section
          title="支払方法ごとの手数料"
          lead="同じ決済会社でも、手数料が別に決まっている支払方法です。行がない支払方法は、手数料を確かめません。"
        >
          <Rows
            name="method_fees"
            add="支払方法を加える"
            newRow={{ payment_method_id: firstMethod, fee_rate: '', fee_fixed: 0, fee_tax: 'included' }}
          >
            {(n) => (
              <>
                <SelectField
                  name={`method_fees.${n}.payment_method_id`}
                  label="お支払い方法"
                  choices={choicesOf(METHOD_FEE_NAME)}
                  className="mb-0!"
                />
                <TextField name={`method_fees.${n}.fee_rate`} label="料率(%)" inputMode="decimal" className="mb-0!" />
                <NumberField name={`method_fees.${n}.fee_fixed`} label="1件ごと" unit="円" className="mb-0!" />
                <SelectField
                  name={`method_fees.${n}.fee_tax`}
                  label="手数料の消費税"
                  choices={choicesOf(FEE_TAX_NAME)}
                  className="mb-0!"
                />
              </>
            )}
          </Rows>
        </Section>
      </Form>
    </Page>
  )
}
