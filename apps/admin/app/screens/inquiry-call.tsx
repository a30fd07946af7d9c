import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { api } from '../api.ts'
import { formFor } from '../ui/form-for.ts'
import { Page } from '../ui/page.tsx'

const { Form, TextField, TextAreaField, SelectField, CheckField } = formFor<CallValues>()

/** `?customer=12`: the member who calls. */
export const loader = async ({ request }: LoaderFunctionArgs) => {
  const asked = new URL(request.url).searchParams.get('customer')
  const [{ categories }, member] = await Promise.all([
    api('GET /admin/v1/inquiry-desk'),
    asked === null ? null : api('GET /admin/v1/customers/{id}', { params: { id: asked } }),
  ])
  return { categories, member }
}

interface CallValues {
  name: string
  phone_number: string
  email: string
  inquiry_category_id: string
  content: string
  is_answered: boolean
}

/** 電話の記録: what a customer asks by phone. */
export function Component() {
  const { categories, member } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  return (
    <Page title="電話を記録する" parent={{ to: '/inquiries', name: 'お問い合わせ' }}>
      <Form
        values={{
          name: member?.name ?? '',
          phone_number: member?.profile?.phone_number ?? '',
          email: member?.profile?.email ?? '',
          inquiry_category_id: '',
          content: '',
          is_answered: false,
        }}
        submit="電話を記録する"
        permission="inquiry.write"
        done="電話を記録しました"
        save={async ({ is_answered, inquiry_category_id, ...typed }) => {
          const { id } = await api('POST /admin/v1/inquiries', {
            body: {
              ...typed,
              customer_id: member?.id ?? null,
              inquiry_category_id: Number(inquiry_category_id),
              is_waiting: !is_answered,
            },
          })
          await navigate(`/inquiries/${id}`)
        }}
      >
        {member && <p className="mb-3 text-xs">会員番号 {member.id} のお問い合わせとして記録します。</p>}
        <div className="grid gap-x-4 md:grid-cols-2">
          <TextField name="name" label="お名前" isRequired maxLength={40} />
          <TextField name="phone_number" label="電話番号" type="tel" hint="折り返す番号" />
        </div>
        <TextField name="email" label="メールアドレス" type="email" hint="メールで返事をするときだけ" />
        <SelectField
          name="inquiry_category_id"
          label="お問い合わせの種類"
          isRequired
          empty="選んでください"
          choices={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <TextAreaField name="content" label="内容" rows={8} isRequired maxLength={4000} />
        <CheckField name="is_answered" label="電話でお答えした" hint="外すと、お返事待ちに並びます。" />
      </Form>
    </Page>
  )
}
