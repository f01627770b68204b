/** The labels of the fields of all forms about accounts, by the names of the fields in the body. */
export const labels = {
  email: 'Email',
  password: 'Password',
  firstName: 'First Name',
  lastName: 'Last Name',
  newPassword: 'New Password',
} as const;
