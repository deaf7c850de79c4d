import styles from './unseen.module.css';

/** The class of a text that only screen readers tell. */
export const { unseen } = styles;
