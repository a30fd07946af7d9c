import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { SettingNav } from './setting-nav.tsx'

const { Form, TextAreaField } = formFor<{ search_synonyms: string }>()

export const loader = () => api('GET /admin/v1/setting/search')

/** One group per line; the words are separated by half-width or full-width commas. */
const synonymGroups = (text: string) =>
  text
    .split('\n')
    .map((line) => line.split(/[、,,]/).map((word) => word.trim()))
    .map((words) => words.filter(Boolean))
    .filter((words) => words.length > 0)

/** 検索の言い換え: synonyms that customers type for the shop's own words. */
export function Component() {
  const { version, search_synonyms } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  return (
    <Page title="検索の設定" lead="保存すると、すぐにショップの検索に反映されます。">
      <SettingNav />
      <Form
        checkedFor="claims"
        values={{ search_synonyms: search_synonyms.map((group) => group.join('、')).join('\n') }}
        submit="保存する"
        permission="setting.write"
        done="検索の設定を保存しました"
        save={async (values) => {
          await api('PUT /admin/v1/setting/search', {
            body: { search_synonyms: synonymGroups(values.search_synonyms), version },
          })
          await revalidate()
        }}
      >
        <Section
          title="言い換え"
          lead="お客様が別の言葉で探しても見つかるように、同じ意味の言葉を1行にまとめます。ひらがなとカタカナ、全角と半角、ローマ字は、登録しなくても見つかります。"
        >
          <TextAreaField
            name="search_synonyms"
            label="同じ意味の言葉"
            rows={12}
            hint="1行に1組、「、」で区切ります。例: 贈りもの、ギフト、プレゼント"
          />
        </Section>
      </Form>
    </Page>
  )
}
