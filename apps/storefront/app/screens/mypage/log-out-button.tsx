import { useNavigate } from 'react-router'
import { sessionStore } from '../../state/session.ts'
import { Button } from '../../ui/button.tsx'

/** ログアウト, done by the guard on the way to the login screen. */
export function LogOutButton() {
  const navigate = useNavigate()
  return (
    <div>
      <Button
        look="secondary"
        onClick={() => {
          sessionStore.setState({ is_leaving: true })
          void navigate('/login')
        }}
      >
        ログアウト
      </Button>
    </div>
  )
}
