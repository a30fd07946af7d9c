import type { Profile } from '@kushi/contract/admin/customer'
import { SEX } from '@kushi/values/account'
import { prefectures } from '@kushi/values/prefecture'
import { useFormContext } from 'react-hook-form'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { api } from '../api.ts'
import { formFor } from '../ui/form-for.ts'
import { Page, Section } from '../ui/page.tsx'
import { PostcodeField } from '../ui/postcode-field.tsx'

const { Form, TextField, SelectField, CheckField } = formFor<CustomerFormValues>()

export const loader = async ({ params }: LoaderFunctionArgs) =>
  params.id === undefined ? null : api('GET /admin/v1/customers/{id}', { params: { id: params.id } })

const fresh: Profile = {
  name01: '',
  name02: '',
  kana01: '',
  kana02: '',
  postal_code01: '',
  postal_code02: '',
  pref_id: 0,
  addr01: '',
  addr02: '',
  addr03: '',
  phone_number: '',
  email: '',
  birthday: null,
  sex: null,
  account_type: false,
  company_name: '',
  company_name_kana: '',
  manager_name: '',
  manager_name_kana: '',
}

type CustomerFormValues = { member: Profile & { identity_check: string } }

/** 会員の登録 for a first call, and the change of what a member has. */
export function Component() {
  const customer = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const hasEmail = Boolean(customer?.email)
  const name = customer ? `${customer.name} 様` : '会員'
  return (
    <Page
      title={customer ? `${name}の情報を直す` : '会員を登録する'}
      parent={{ to: customer ? `/customers/${customer.id}` : '/customers', name }}
      lead={
        customer
          ? 'お届け先の一覧と、続いている定期便のお届け先は変わりません。'
          : 'はじめてのお電話などで使います。メールアドレスがなくても登録でき、代金引換のご注文を受けられます。'
      }
    >
      <Form
        values={{ member: { ...fresh, ...(customer?.profile as Profile | undefined), identity_check: '' } }}
        submit={customer ? '会員情報を保存する' : 'この内容で登録する'}
        permission="customer.write"
        done={customer ? '会員情報を保存しました' : '会員を登録しました'}
        save={async ({ member }) => {
          const body = Object.fromEntries(
            Object.keys(fresh).map((field) => [field, member[field as keyof Profile]]),
          ) as Profile
          const sent = { ...body, birthday: body.birthday || null, sex: body.sex ? body.sex : null }
          const { id } = await withNestedErrors(
            customer
              ? api('PUT /admin/v1/customers/{id}', {
                  params: { id: customer.id },
                  body: { ...sent, identity_check: member.identity_check },
                })
              : api('POST /admin/v1/customers', { body: sent }),
          )
          await navigate(`/customers/${id}`)
        }}
      >
        <Fields hasEmail={hasEmail} isKnown={customer !== null} />
      </Form>
    </Page>
  )
}

/** The fields are below `member` in the form, for the address; the server names them without it. */
async function withNestedErrors<T>(sending: Promise<T>): Promise<T> {
  try {
    return await sending
  } catch (error) {
    for (const field of (error as { fields?: { path: string }[] }).fields ?? []) field.path = `member.${field.path}`
    throw error
  }
}

const prefs = prefectures.map((label, index) => ({ value: index + 1, label }))
const sexes = [
  { value: SEX.female, label: '女性' },
  { value: SEX.male, label: '男性' },
]

function Fields({ hasEmail, isKnown }: { hasEmail: boolean; isKnown: boolean }) {
  const { watch, register } = useFormContext<CustomerFormValues>()
  register('member.postal_code01')
  register('member.postal_code02')
  const isCompany = watch('member.account_type')
  return (
    <>
      <Section title="お名前">
        <div className="grid gap-x-4 md:grid-cols-4">
          <TextField name="member.name01" label="姓" isRequired maxLength={20} />
          <TextField name="member.name02" label="名" isRequired maxLength={20} />
          <TextField name="member.kana01" label="せい" isRequired maxLength={40} />
          <TextField name="member.kana02" label="めい" isRequired maxLength={40} />
        </div>
        <CheckField name="member.account_type" label="法人のお客様" />
        {isCompany && (
          <div className="grid gap-x-4 md:grid-cols-2">
            <TextField name="member.company_name" label="会社名" isRequired />
            <TextField name="member.company_name_kana" label="会社名(かな)" isRequired />
            <TextField name="member.manager_name" label="ご担当者名" isRequired />
            <TextField name="member.manager_name_kana" label="ご担当者名(かな)" isRequired />
          </div>
        )}
      </Section>
      <Section title="ご連絡先">
        <div className="grid gap-x-4 md:grid-cols-3">
          <TextField name="member.phone_number" label="電話番号" isRequired inputMode="tel" />
          <TextField
            name="member.email"
            label="メールアドレス"
            readOnly={hasEmail}
            inputMode="email"
            hint={
              hasEmail
                ? 'ログインに使うため、ご本人がマイページで変更します。'
                : '空欄でも登録できます。あとで入れると、ご本人が「パスワードをお忘れの方」からログインできます。'
            }
          />
        </div>
        {isKnown && !hasEmail && watch('member.email') !== '' && (
          <TextField
            name="member.identity_check"
            label="ご本人であることを、どのように確かめたか"
            maxLength={500}
            hint="ご注文や定期便のある会員のときに必要です。お名前や電話番号を言えることは、ご本人である証しになりません。"
          />
        )}
        <div className="grid gap-x-4 md:grid-cols-3">
          <PostcodeField<CustomerFormValues> at="member" />
          <SelectField name="member.pref_id" label="都道府県" isRequired isNumber choices={prefs} empty="選択する" />
        </div>
        <div className="grid gap-x-4 md:grid-cols-3">
          <TextField name="member.addr01" label="市区町村" isRequired maxLength={60} />
          <TextField name="member.addr02" label="番地" isRequired maxLength={60} />
          <TextField name="member.addr03" label="建物名・部屋番号" maxLength={60} />
        </div>
      </Section>
      <Section title="そのほか" lead="お知らせのメールは、ご本人が同意してから送れます。">
        <div className="grid gap-x-4 md:grid-cols-3">
          <TextField name="member.birthday" label="生年月日" type="date" />
          <SelectField name="member.sex" label="性別" isNumber empty="答えない" choices={sexes} />
        </div>
      </Section>
    </>
  )
}
