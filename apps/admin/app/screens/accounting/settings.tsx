import type { AccountingSettings } from '@kushi/contract/admin/accounting'
import { JOURNAL_PART_NAME, JOURNAL_PARTS, JOURNAL_PROGRAM_NAME, JOURNAL_PROGRAMS } from '@kushi/values/journal'
import { SALES_BASIS_NAME } from '@kushi/values/ledger'
import { PAYMENT_METHOD_IDS, paymentMethodName } from '@kushi/values/payment-method'
import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { choicesOf } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { formatDay } from '../../ui/time.tsx'

const { Form, TextField, SelectField, Rows } = formFor<AccountingFormValues>()

export const loader = () => api('GET /admin/v1/accounting/settings')

const parts = JOURNAL_PARTS.map((part) => ({ value: part, label: JOURNAL_PART_NAME[part] }))
const methods = [
  { value: '', label: 'すべて' },
  ...PAYMENT_METHOD_IDS.map((id) => ({ value: String(id ?? 0), label: paymentMethodName(id) })),
]
const bases = choicesOf(SALES_BASIS_NAME)
const TAX_NAME = {
  sale: '売上',
  return: '売上の返還',
  purchase: '手数料',
  exempt: '手数料(非課税)',
  none: '対象外',
} as const

type AccountingFormValues = {
  accounts: (Omit<AccountingSettings['accounts'][number], 'payment_method_id'> & { payment_method_id: string })[]
  tax_words: AccountingSettings['tax_words']
  basis: string
  from_month: string
}

/** 勘定科目, 税区分 and 売上計上基準. */
export function Component() {
  const settings = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  return (
    <Page
      title="勘定科目の設定"
      parent={{ to: '/accounting', name: '経理' }}
      lead="仕訳ファイルに書く勘定科目と税区分です。会計ソフトに登録してある言葉に合わせてください。"
    >
      <Form
        values={{
          accounts: settings.accounts.map((one) => ({
            ...one,
            payment_method_id: one.payment_method_id === null ? '' : String(one.payment_method_id),
          })),
          tax_words: settings.tax_words,
          basis: settings.basis,
          from_month: '',
        }}
        submit="保存する"
        done="勘定科目の設定を保存しました"
        permission="accounting.write"
        save={async ({ accounts, tax_words, basis, from_month }) => {
          await api('PUT /admin/v1/accounting/settings', {
            body: {
              accounts: accounts.map(
                ({ payment_method_id, part, account, sub_account, department, code, sub_code }) => ({
                  part,
                  account,
                  sub_account,
                  department,
                  code,
                  sub_code,
                  payment_method_id: payment_method_id === '' ? null : Number(payment_method_id),
                }),
              ),
              tax_words,
              ...(from_month && {
                basis: { from_day: `${from_month}-01`, basis: basis as AccountingSettings['basis'] },
              }),
            },
          })
          await revalidate()
        }}
      >
        <Section
          title="勘定科目"
          lead="コードは、勘定奉行に渡すときに使います。売掛金は、お支払い方法ごとに分けられます。"
        >
          <Rows
            name="accounts"
            newRow={{
              part: 'receivable',
              payment_method_id: '1',
              account: '売掛金',
              sub_account: '',
              department: '',
              code: '',
              sub_code: '',
            }}
            add="売掛金を分ける"
            isUndeletable={(row) => row.payment_method_id === ''}
          >
            {(n) => (
              <>
                <SelectField name={`accounts.${n}.part`} label="内容" choices={parts} className="mb-0!" />
                <SelectField
                  name={`accounts.${n}.payment_method_id`}
                  label="お支払い方法"
                  choices={methods}
                  className="mb-0!"
                />
                <TextField name={`accounts.${n}.account`} label="勘定科目" isRequired className="mb-0!" />
                <TextField name={`accounts.${n}.sub_account`} label="補助科目" className="mb-0!" />
                <TextField name={`accounts.${n}.department`} label="部門" className="mb-0!" />
                <TextField name={`accounts.${n}.code`} label="科目コード" className="mb-0!" />
                <TextField name={`accounts.${n}.sub_code`} label="補助コード" className="mb-0!" />
              </>
            )}
          </Rows>
        </Section>
        <Section title="税区分" lead="会計ソフトの税区分の言葉(勘定奉行はコード)です。">
          {JOURNAL_PROGRAMS.map((program) => (
            <fieldset key={program} className="mb-4">
              <legend className="mb-1 font-medium text-xs">{JOURNAL_PROGRAM_NAME[program]}</legend>
              <div className="grid gap-2 md:grid-cols-4">
                {settings.tax_words.map((word, n) =>
                  word.program === program ? (
                    <TextField
                      key={`${word.part}${word.tax_rate}`}
                      name={`tax_words.${n}.word`}
                      label={`${TAX_NAME[word.part]}${word.tax_rate ? ` ${word.tax_rate}%` : ''}`}
                      className="mb-0!"
                    />
                  ) : null,
                )}
              </div>
            </fieldset>
          ))}
        </Section>
        <Section
          title="売上計上基準"
          lead={
            settings.basis_from
              ? `${formatDay(settings.basis_from)}から${SALES_BASIS_NAME[settings.basis]}です。`
              : `${SALES_BASIS_NAME[settings.basis]}です。`
          }
        >
          <div className="grid max-w-[480px] gap-x-6 md:grid-cols-2">
            <SelectField name="basis" label="これからの基準" choices={bases} />
            <TextField
              name="from_month"
              label="変える月"
              type="month"
              hint="この月の1日に発送したご注文から変わります。空欄なら、今の基準のままです。"
            />
          </div>
        </Section>
      </Form>
    </Page>
  )
}
