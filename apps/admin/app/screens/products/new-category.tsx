import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'

const { Form, TextField } = formFor<CategoryFormValues>()

interface CategoryFormValues {
  category_name: string
  slug: string
}

export function NewCategory({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="新しいカテゴリ">
      <CategoryForm
        values={{ category_name: '', slug: '' }}
        submit="追加する"
        done="カテゴリを追加しました。「カテゴリ」で選べます"
        save={async (body) => {
          await api('POST /admin/v1/categories', { body })
          onClose()
        }}
      />
    </Dialog>
  )
}

interface FormProps {
  values: CategoryFormValues
  submit: string
  done: string
  save(typed: CategoryFormValues): Promise<unknown>
}

export const CategoryForm = (props: FormProps) => (
  <Form {...props}>
    <TextField name="category_name" label="カテゴリ名" isRequired maxLength={40} />
    <TextField
      name="slug"
      label="URL用の名前"
      isRequired
      maxLength={60}
      hint="半角の英小文字・数字を「-」でつないで。変えると、これまでのアドレスでは開けなくなります。"
    />
  </Form>
)
