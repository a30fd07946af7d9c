import type { ExtensionSettings } from '@kushi/contract/admin/extension'
import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { formFor } from '../../ui/form-for.ts'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { SettingNav } from './setting-nav.tsx'

const { Form, TextField, NumberField, SelectField, CheckField } = formFor<{
  values: Record<string, string | number | boolean | null>
}>()

export const loader = () => api('GET /admin/v1/setting/extensions')

/** 拡張機能: what the extensions of this installation let the shop set, drawn from their declarations. */
export function Component() {
  const { items } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  return (
    <Page
      title="拡張機能の設定"
      lead="このショップのために加えた機能の設定です。保存すると、次に働くときから使われます。"
    >
      <SettingNav />
      {items.length === 0 && <Empty>設定のある拡張機能はありません。</Empty>}
      {items.map(({ name, title, settings }) => (
        <Form
          key={name}
          values={{ values: Object.fromEntries(settings.map((one) => [one.name, one.value])) }}
          submit="保存する"
          permission="setting.write"
          done={`「${title}」の設定を保存しました`}
          save={async (body) => {
            await api('PUT /admin/v1/setting/extensions/{name}', { params: { name }, body })
            await revalidate()
          }}
        >
          <Section title={title}>
            {settings.map((one) => (
              <SettingField key={one.name} {...one} />
            ))}
          </Section>
        </Form>
      ))}
    </Page>
  )
}

function SettingField({ name, value, choices, unit, ...shown }: ExtensionSettings['settings'][number]) {
  const field = { ...shown, name: `values.${name}` as const }
  if (choices) return <SelectField {...field} choices={choices} className="max-w-[320px]" />
  if (typeof value === 'boolean') return <CheckField {...field} />
  if (typeof value === 'number') return <NumberField {...field} unit={unit ?? ''} isRequired />
  return <TextField {...field} maxLength={1000} />
}
