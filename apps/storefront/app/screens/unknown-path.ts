import { redirect } from 'react-router'

/** Whatever no route knows. */
export const loader = () => redirect('/page-not-found')
