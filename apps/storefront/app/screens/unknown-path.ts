import { redirect } from 'react-router'

/** Redirects paths that match no route. */
export const loader = () => redirect('/page-not-found')
