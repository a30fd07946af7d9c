import { ButtonLink } from './button.tsx'
import { Empty, Page } from './page.tsx'

/** In place of a screen that one's role may not open. Loading it again would not help. */
export const NoPermission = () => (
  <Page title="権限がありません">
    <Empty action={<ButtonLink to="/">今日の画面へ</ButtonLink>}>
      この画面を開く権限がありません。必要なときは、店長にご相談ください。
    </Empty>
  </Page>
)
